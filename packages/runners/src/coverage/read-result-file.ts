import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';

const MAX_BYTES = 256 * 1024 * 1024;

/**
 * A file from the folder that the code under test can write to: no link, no pipe, and no more than fits. Undefined where
 * there is no such file.
 */
export async function readResultFile(folder: string, name: string): Promise<Buffer | undefined> {
  if (!/^[\w-][\w.-]*$/.test(name)) return undefined;
  let handle;
  try {
    // Without blocking: the file could have been replaced by a pipe that nobody writes to.
    handle = await open(join(folder, name), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (
      error instanceof Error &&
      'code' in error &&
      (error.code === 'ENOENT' || error.code === 'ELOOP' || error.code === 'ENXIO')
    )
      return undefined;
    throw error;
  }
  try {
    const found = await handle.stat();
    return found.isFile() && found.size <= MAX_BYTES ? await handle.readFile() : undefined;
  } finally {
    await handle.close();
  }
}
