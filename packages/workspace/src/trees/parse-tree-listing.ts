import type { FileMode, TreeFile } from '@typed-evidence-chain/core';

import { missingContent } from './missing-content.js';
import { decodePath, type PathText } from './path-bytes.js';

export interface TreeEntry extends TreeFile, PathText {}

/** Reads `git ls-tree -r -z --long`. */
export function parseTreeListing(output: Buffer): readonly TreeEntry[] {
  const entries: TreeEntry[] = [];
  let start = 0;
  while (start < output.length) {
    const tab = output.indexOf(9, start);
    const end = output.indexOf(0, tab);
    if (tab < 0 || end < 0) throw new Error('git ls-tree: the listing ends in the middle of an entry');
    const name = decodePath(output.subarray(tab + 1, end));
    const [mode, , oid, size] = output.toString('latin1', start, tab).split(/ +/u);
    // Some versions of git say this and go on, others stop.
    if (size === 'BAD') throw missingContent(name.path);
    entries.push({
      ...name,
      mode: fileMode(mode!),
      oid: oid!,
      size: size === '-' ? 0 : Number(size),
    });
    start = end + 1;
  }
  return entries;
}

/** Old versions of git wrote group-writable files as 100664; they are regular files. */
export function fileMode(octal: string): FileMode {
  if (octal === '120000' || octal === '160000') return octal;
  return (Number.parseInt(octal, 8) & 0o100) === 0 ? '100644' : '100755';
}
