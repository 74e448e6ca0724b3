import { readFile } from 'node:fs/promises';
import { InputError } from '@typed-evidence-chain/core';

/** Reads a file that the user named. Throws `InputError` where it cannot be read. */
export async function readGivenFile(file: string, what: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const why =
      code === 'ENOENT'
        ? 'does not exist'
        : code === 'EISDIR'
          ? 'is a folder'
          : `cannot be read (${code ?? 'unknown'})`;
    throw new InputError('input/file-missing', `The ${what} file ${file} ${why}`, {
      file,
      remedy: `Give the path of the ${what} file`,
      cause,
    });
  }
}
