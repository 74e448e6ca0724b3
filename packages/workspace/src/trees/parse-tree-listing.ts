import { isUtf8 } from 'node:buffer';

import type { FileMode, TreeFile } from '@typed-evidence-chain/core';

import { missingContent } from './missing-content.js';
import { decodePath, type PathText } from './path-bytes.js';

export interface TreeEntry extends TreeFile, PathText {}

const SPACE = 32;
const TAB = 9;
const DIGIT_0 = 48;
/** The last letter of BAD. */
const LETTER_D = 68;

/** Reads `git ls-tree -r -z --long`: `MODE TYPE OID SIZE<TAB>PATH<NUL>`, the size padded with spaces on the left. */
export function parseTreeListing(output: Buffer): readonly TreeEntry[] {
  const entries: TreeEntry[] = [];
  // Written without splitting, and nearly all listings are text: with a million lines, each piece would be garbage.
  const isText = isUtf8(output);
  const modes = new Map<string, FileMode>();
  for (let start = 0; start < output.length;) {
    const tab = output.indexOf(TAB, start);
    const end = output.indexOf(0, tab);
    if (tab < 0 || end < 0) throw new Error('git ls-tree: the listing ends in the middle of an entry');
    const type = output.indexOf(SPACE, start) + 1;
    const oid = output.indexOf(SPACE, type) + 1;
    const size = output.indexOf(SPACE, oid) + 1;
    const { path, rawPath } = isText
      ? { path: output.toString('utf8', tab + 1, end), rawPath: undefined }
      : decodePath(output.subarray(tab + 1, end));
    // Some versions of git say this and go on, others stop.
    if (output[tab - 1] === LETTER_D) throw missingContent(path);
    const octal = output.toString('latin1', start, type - 1);
    const mode = modes.get(octal) ?? fileMode(octal);
    modes.set(octal, mode);
    const entry = { path, mode, oid: output.toString('latin1', oid, size - 1), size: numberIn(output, size, tab) };
    entries.push(rawPath === undefined ? entry : { ...entry, rawPath });
    start = end + 1;
  }
  return entries;
}

/** The decimal number among spaces; 0 for the dash of a submodule. */
function numberIn(output: Buffer, from: number, to: number): number {
  let number = 0;
  for (let index = from; index < to; index += 1) {
    const digit = output[index]! - DIGIT_0;
    if (digit >= 0 && digit <= 9) number = number * 10 + digit;
  }
  return number;
}

/** Old versions of git wrote group-writable files as 100664; they are regular files. */
export function fileMode(octal: string): FileMode {
  if (octal === '120000' || octal === '160000') return octal;
  return (Number.parseInt(octal, 8) & 0o100) === 0 ? '100644' : '100755';
}
