import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tree } from '@typed-evidence-chain/core';

/** A tree of one file, for trial runs of a sandbox. */
export async function tinyTree(folder: string): Promise<Tree> {
  const content = Buffer.from('content\n');
  await mkdir(join(folder, 'folder'), { recursive: true });
  await writeFile(join(folder, 'folder/file'), content);
  await utimes(folder, 946684800, 946684800);
  const file = {
    path: 'folder/file',
    mode: '100644',
    oid: 'd95f3ad14dee633a758d2e331151e950dd13e4ed',
    size: 8,
  } as const;
  return {
    label: 'trial',
    id: 'trial',
    list: async () => [file],
    read: async (path) => (path === file.path ? content : undefined),
    directory: async () => folder,
  };
}
