import type { FileMode, TreeFile } from '@typed-evidence-chain/core';

import { missingContent } from './missing-content.js';
import { decodePath, type PathText } from './path-bytes.js';

export interface TreeEntry extends TreeFile, PathText {}

const SPACE = 32;
const TAB = 9;

/** Reads `git ls-tree -r -z --long`: `MODE TYPE OID SIZE<TAB>PATH<NUL>`, the size padded with spaces on the left. */
export function parseTreeListing(output: Buffer): readonly TreeEntry[] {
  const entries: TreeEntry[] = [];
  // Written without splitting: a listing may have a million lines, and each piece would be garbage.
  for (let start = 0; start < output.length;) {
    const tab = output.indexOf(TAB, start);
    const end = output.indexOf(0, tab);
    if (tab < 0 || end < 0) throw new Error('git ls-tree: the listing ends in the middle of an entry');
    const type = output.indexOf(SPACE, start) + 1;
    const oid = output.indexOf(SPACE, type) + 1;
    const size = output.indexOf(SPACE, oid) + 1;
    const digits = output.toString('latin1', size, tab).trim();
    const { path, rawPath } = decodePath(output.subarray(tab + 1, end));
    // Some versions of git say this and go on, others stop.
    if (digits === 'BAD') throw missingContent(path);
    const entry = {
      path,
      mode: fileMode(output.toString('latin1', start, type - 1)),
      oid: output.toString('latin1', oid, size - 1),
      size: digits === '-' ? 0 : Number(digits),
    };
    entries.push(rawPath === undefined ? entry : { ...entry, rawPath });
    start = end + 1;
  }
  return entries;
}

/** Old versions of git wrote group-writable files as 100664; they are regular files. */
export function fileMode(octal: string): FileMode {
  if (octal === '120000' || octal === '160000') return octal;
  return (Number.parseInt(octal, 8) & 0o100) === 0 ? '100644' : '100755';
}
