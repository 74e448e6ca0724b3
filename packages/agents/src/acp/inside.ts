import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';

/** The real place of a path, of which the last parts need not exist yet. */
async function realPlace(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const parent = dirname(path);
    if ((code !== 'ENOENT' && code !== 'ENOTDIR') || parent === path) throw error;
    return join(await realPlace(parent), relative(parent, path));
  }
}

/** Whether a path lies in a folder once links are followed; a `.git` is never inside. */
export async function isInside(folder: string, path: string): Promise<boolean> {
  const way = relative(await realpath(folder), await realPlace(resolve(folder, path)));
  return way !== '..' && !way.startsWith('../') && !isAbsolute(way) && !way.split('/').includes('.git');
}
