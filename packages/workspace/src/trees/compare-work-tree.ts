import { createHash } from 'node:crypto';
import { lstat, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { TreeFile } from '@typed-evidence-chain/core';

/** Paths of a commit's files whose content in the work tree is another, or that are gone there. Byte for byte. */
export async function changedInWorkTree(toplevel: string, files: readonly TreeFile[]): Promise<readonly string[]> {
  const changed: string[] = [];
  for (const { path, oid, mode } of files) {
    if (mode === '160000') continue;
    const content = await contentOf(join(toplevel, path), mode === '120000');
    if (content === undefined || blobId(content, oid.length) !== oid) changed.push(path);
  }
  return changed;
}

async function contentOf(file: string, isLink: boolean): Promise<Buffer | undefined> {
  try {
    if ((await lstat(file)).isSymbolicLink() !== isLink) return undefined;
    return isLink ? Buffer.from(await readlink(file)) : await readFile(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return undefined;
    throw error;
  }
}

/** The id that git gives to a content (gitformat-objects: type, length, NUL, content). */
function blobId(content: Buffer, idLength: number): string {
  return createHash(idLength === 64 ? 'sha256' : 'sha1')
    .update(`blob ${content.length}\0`)
    .update(content)
    .digest('hex');
}
