import { writeFile } from 'node:fs/promises';
import { InputError } from '@typed-evidence-chain/core';

/** Writes a file that the user named. Throws `InputError` where it cannot be written. */
export async function writeGivenFile(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new InputError('input/usage', `The file ${file} cannot be written (${code ?? 'unknown'})`, {
      file,
      remedy: 'Name a file in a folder that exists and may be written to',
      cause,
    });
  }
}
