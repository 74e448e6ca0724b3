import type { FileMode } from '@typed-evidence-chain/core';

import { decodePath, type PathText } from './path-bytes.js';
import { fileMode } from './parse-tree-listing.js';

/** One entry of `git diff-tree --raw`: what differs between two trees. */
export interface RawChange {
  /** `A`, `D`, `M`, `T` (another type of file), `R` or `C`. */
  readonly status: string;
  readonly oldMode: FileMode | undefined;
  readonly newMode: FileMode | undefined;
  readonly oldOid: string;
  readonly newOid: string;
  readonly oldPath: PathText;
  readonly newPath: PathText;
}

/** Reads `git diff-tree -r -z --raw --no-abbrev` of two trees. */
export function parseRawDiff(output: Buffer): readonly RawChange[] {
  const fields: Buffer[] = [];
  for (let start = 0; start < output.length;) {
    const end = output.indexOf(0, start);
    if (end < 0) throw new Error('git diff-tree: the output ends in the middle of an entry');
    fields.push(output.subarray(start, end));
    start = end + 1;
  }
  const changes: RawChange[] = [];
  for (let at = 0; at < fields.length;) {
    const head = /^:(\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+) ([A-Z])\d*$/u.exec(fields[at]!.toString('latin1'));
    const first = fields[at + 1];
    if (head === null || first === undefined) throw new Error('git diff-tree: unknown output');
    const [, oldMode, newMode, oldOid, newOid, status] = head;
    const twoPaths = status === 'R' || status === 'C';
    const second = twoPaths ? fields[at + 2] : first;
    if (second === undefined) throw new Error('git diff-tree: a rename without its new path');
    changes.push({
      status: status!,
      oldMode: modeOrNone(oldMode!),
      newMode: modeOrNone(newMode!),
      oldOid: oldOid!,
      newOid: newOid!,
      oldPath: decodePath(first),
      newPath: decodePath(second),
    });
    at += twoPaths ? 3 : 2;
  }
  return changes;
}

function modeOrNone(octal: string): FileMode | undefined {
  return octal === '000000' ? undefined : fileMode(octal);
}
