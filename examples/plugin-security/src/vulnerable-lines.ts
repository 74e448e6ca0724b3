import type { Hunk, LineKind, Witness } from '@typed-evidence-chain/core';

/** From a line up to the declaration of its function, and down to the next declaration. */
function functionAround(
  line: number,
  kinds: readonly LineKind[],
): { readonly lines: readonly number[]; readonly isFunction: boolean } {
  let start = Math.min(Math.max(line, 1), kinds.length);
  while (start >= 1 && kinds[start - 1] !== 'declaration') start -= 1;
  let end = Math.max(start + 1, line);
  while (end <= kinds.length && kinds[end - 1] !== 'declaration') end += 1;
  const first = Math.max(start, 1);
  return { lines: Array.from({ length: end - first }, (_, index) => first + index), isFunction: start >= 1 };
}

/**
 * Pure. Lines of the base that a change mends: the functions around its hunks. Code at the top of a module is run by
 * loading alone, so it stands for the change only where the change is nowhere else.
 */
export function vulnerableLines(hunks: readonly Hunk[], kinds: readonly LineKind[]): readonly number[] {
  const around = hunks.map((hunk) => functionAround(hunk.oldStart, kinds));
  const inside = around.filter(({ isFunction }) => isFunction);
  return [...new Set((inside.length > 0 ? inside : around).flatMap(({ lines }) => lines))];
}

/** Pure. All lines of a file that are inside of functions; every line where it has none. */
export function linesInFunctions(kinds: readonly LineKind[]): readonly number[] {
  const first = kinds.indexOf('declaration') + 1;
  return kinds.flatMap((_, index) => (index + 1 >= first ? [index + 1] : []));
}

/**
 * Pure. The executed lines as far as a run can say: an attack that never ends is killed with the record of what it ran, so
 * that no line at all is no answer (`undefined`).
 */
export const knownToRun = (
  lines: readonly string[],
  why: Awaited<ReturnType<Witness>>['why'],
): readonly string[] | undefined => (lines.length === 0 && why === 'timeout' ? undefined : lines);
