import { lstatSync, readFileSync } from 'node:fs';
import { InputError } from '@typed-evidence-chain/core';

const MOST_BYTES = 5_000_000;

/** The text of a file that an agent left. Only a regular file is opened: a pipe would never end, a link leads elsewhere. */
export function readLeft(path: string, name: string): string {
  const stats = lstatSync(path);
  if (!stats.isFile()) throw new InputError('input/not-parsable', `${name} is no regular file`, { file: name });
  if (stats.size > MOST_BYTES)
    throw new InputError('input/not-parsable', `${name} has more than ${MOST_BYTES} bytes`, { file: name });
  return readFileSync(path, 'utf8');
}
