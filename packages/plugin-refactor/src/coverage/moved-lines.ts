import type { LineKind } from '@typed-evidence-chain/core';

/** One side of a changed file. */
export interface SideText {
  readonly path: string;
  readonly kinds: readonly LineKind[];
  readonly lines: readonly string[];
  /** Whether a test or the comparison ran the line; undefined for one that cannot run by itself. */
  readonly ran: (line: number) => boolean | undefined;
}

/** So many lines before and after have to be the same, too: a statement means what its surroundings make of it. */
const BEFORE = 2;
const AFTER = 1;

const normal = (line: string): string => line.trim().replace(/\s+/g, ' ');

/**
 * Pure. Whether the line, with its surroundings, was the same on the other side, in lines that the patch changed and that
 * did not run there either: code that only went from one place to another.
 */
export function isMoved(
  line: number,
  text: SideText,
  others: readonly { readonly text: SideText; readonly lines: ReadonlySet<number> }[],
): boolean {
  const here = surroundings(line, text);
  return others.some(({ text: other, lines }) =>
    [...lines].some(
      (candidate) =>
        normal(other.lines[candidate - 1] ?? '') === normal(text.lines[line - 1] ?? '') &&
        other.ran(candidate) !== true &&
        surroundings(candidate, other) === here,
    ),
  );
}

function surroundings(line: number, { lines, kinds }: SideText): string {
  const tells = (at: number): boolean => !['blank', 'comment', undefined].includes(kinds[at - 1]);
  const found = [normal(lines[line - 1] ?? '')];
  for (let at = line - 1, count = 0; at >= 1 && count < BEFORE && kinds[at] !== 'declaration'; at -= 1) {
    if (!tells(at)) continue;
    found.unshift(normal(lines[at - 1] ?? ''));
    count += 1;
    if (kinds[at - 1] === 'declaration') break;
  }
  for (let at = line + 1, count = 0; at <= lines.length && count < AFTER; at += 1) {
    if (!tells(at)) continue;
    found.push(normal(lines[at - 1] ?? ''));
    count += 1;
  }
  return found.join('\n');
}
