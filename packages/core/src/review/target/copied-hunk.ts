import type { Hunk } from '../ports/tree.js';

/** A hunk with the texts of its file on both sides. */
export interface PlacedHunk {
  readonly hunk: Hunk;
  readonly base: string;
  readonly head: string;
}

/** Lines of a copy that are those of its original, as a part of the smaller of both files. */
const MIN_COMMON_PART = 0.8;
const MIN_COMMON_LINES = 10;
/** Lines before and after a hunk that are compared too; what makes the copy may have changed a few (debugging calls). */
const CONTEXT_LINES = 3;
const MIN_SAME_CONTEXT = 2 / 3;

const telling = (lines: readonly string[]): string[] =>
  lines.map((line) => line.replace(/\s+/g, ' ').trim()).filter((line) => line !== '');

const sameLines = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((line, index) => line === right[index]);

/** Lines around a hunk, from the hunk outwards. */
function surroundings({ hunk, head }: PlacedHunk): readonly [before: string[], after: string[]] {
  const lines = head.split('\n');
  const start = hunk.newLines === 0 ? hunk.newStart : hunk.newStart - 1;
  return [
    telling(lines.slice(0, start)).slice(-CONTEXT_LINES).reverse(),
    telling(lines.slice(start + hunk.newLines)).slice(0, CONTEXT_LINES),
  ];
}

function isSamePlace(mine: readonly (readonly string[])[], theirs: readonly (readonly string[])[]): boolean {
  const pairs = mine.flatMap((lines, side) =>
    Array.from({ length: Math.max(lines.length, theirs[side]?.length ?? 0) }, (_, at) => [
      lines[at],
      theirs[side]?.[at],
    ]),
  );
  return pairs.filter(([left, right]) => left === right).length >= pairs.length * MIN_SAME_CONTEXT;
}

/** Whether one file was a copy of the other (or a bundle that holds it) before the patch: only the base can say so. */
function areTwins(left: string, right: string): boolean {
  const counts = new Map<string, number>();
  const [mine, theirs] = [telling(left.split('\n')), telling(right.split('\n'))];
  for (const line of mine) counts.set(line, (counts.get(line) ?? 0) + 1);
  let common = 0;
  for (const line of theirs) {
    const left = counts.get(line) ?? 0;
    if (left > 0) {
      counts.set(line, left - 1);
      common += 1;
    }
  }
  return common >= MIN_COMMON_LINES && common >= MIN_COMMON_PART * Math.min(mine.length, theirs.length);
}

/**
 * Pure. Whether a hunk is the same edit as another one, in a file that is a copy of the other's: a build for browsers
 * that is kept in the repository, for one. The same lines are removed and added (white space aside), the lines around
 * them are (all but a few) the same, and the files were copies of each other before the patch. The same line put elsewhere is another
 * change.
 */
export function isCopiedHunk(copy: PlacedHunk, original: PlacedHunk): boolean {
  const [mine, theirs] = [copy.hunk, original.hunk];
  if (!sameLines(telling(mine.added), telling(theirs.added))) return false;
  if (!sameLines(telling(mine.removed), telling(theirs.removed))) return false;
  return isSamePlace(surroundings(copy), surroundings(original)) && areTwins(copy.base, original.base);
}
