import { execFile } from 'node:child_process';
import { mkdir, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { SandboxError } from '@typed-evidence-chain/core';

const run = promisify(execFile);

/** Copies the content of a folder into a new one: modes, links and time stamps kept, blocks shared where possible. */
export async function copyTree(source: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  try {
    // The target must not exist: cp then makes it as a copy of the source itself, with its time stamp.
    await run('cp', ['-a', '--reflink=auto', '--', source, target]);
  } catch {
    // Not the cp of GNU, or half a copy: once more with what every cp knows.
    await rm(target, { recursive: true, force: true });
    await run('cp', ['-a', '--', source, target]).catch((cause: unknown) => {
      throw new SandboxError('sandbox/failed', `The tree ${source} cannot be copied`, { cause });
    });
  }
}

/** Makes empty folders in a copied tree without changing the time stamps of the folders that were there. */
export async function addFolders(tree: string, paths: readonly string[]): Promise<void> {
  const { mtime } = await stat(tree);
  for (const path of paths) {
    const parts = path.split('/');
    const chain = parts.map((_, index) => join(tree, ...parts.slice(0, index + 1)));
    await mkdir(join(tree, path), { recursive: true });
    // All folders of a checkout have one time stamp.
    for (const folder of [tree, ...chain]) await utimes(folder, mtime, mtime);
  }
}
