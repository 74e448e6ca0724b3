import type { FileChange, FileEdit, Hunk } from '../ports/tree.js';

export type HunkClass = 'necessary' | 'covered' | 'unrelated' | 'not-code';

/** The smallest part of a change that is judged by itself: a hunk, or a whole file without hunks. */
export interface ChangeUnit {
  readonly id: string;
  readonly change: FileChange;
  /** undefined: the whole file (added, deleted, renamed, binary). */
  readonly hunk: Hunk | undefined;
}

export interface JudgedUnit {
  readonly unit: ChangeUnit;
  readonly class: HunkClass;
  readonly reason: string;
}

export const unitLabel = ({ change, hunk }: ChangeUnit): string =>
  hunk === undefined
    ? `${change.path} (${change.status})`
    : `${change.path}:${hunk.newStart}${hunk.newLines > 1 ? `-${hunk.newStart + hunk.newLines - 1}` : ''}`;

/** Lines with their ends, so that joining them gives the text again. */
const splitLines = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/**
 * The head's text with some hunks taken back. Hunks have no context and do not overlap, so this is exact. The lines of
 * the base are taken from the base's text, with their own line ends.
 */
export function withoutHunks(base: string, head: string, hunks: readonly Hunk[], dropped: ReadonlySet<Hunk>): string {
  const before = splitLines(base);
  const after = splitLines(head);
  const result: string[] = [];
  let next = 0;
  for (const hunk of hunks) {
    const start = hunk.newLines === 0 ? hunk.newStart : hunk.newStart - 1;
    result.push(...after.slice(next, start));
    if (dropped.has(hunk)) {
      const from = hunk.oldLines === 0 ? hunk.oldStart : hunk.oldStart - 1;
      result.push(...before.slice(from, from + hunk.oldLines));
    } else result.push(...after.slice(start, start + hunk.newLines));
    next = start + hunk.newLines;
  }
  result.push(...after.slice(next));
  return result.join('');
}

interface FileTexts {
  readonly base: Buffer | undefined;
  readonly head: Buffer | undefined;
}

/** The edits that take some units of one file back, seen from the head. */
export function revertEdits(change: FileChange, units: readonly ChangeUnit[], texts: FileTexts): readonly FileEdit[] {
  const mode = change.oldMode === undefined ? {} : { mode: change.oldMode };
  const whole =
    units.some((unit) => unit.hunk === undefined) || change.status === 'added' || change.status === 'deleted';
  if (whole) {
    if (change.status === 'added' || change.status === 'copied') return [{ path: change.path, content: null }];
    const original: FileEdit = { path: change.oldPath ?? change.path, content: texts.base ?? null, ...mode };
    return change.oldPath !== undefined && change.oldPath !== change.path
      ? [{ path: change.path, content: null }, original]
      : [original];
  }
  if (!texts.base || !texts.head) return [];
  const dropped = new Set(units.flatMap((unit) => (unit.hunk ? [unit.hunk] : [])));
  // latin1 keeps every byte as it is: a file in any encoding comes back unharmed.
  const content = withoutHunks(texts.base.toString('latin1'), texts.head.toString('latin1'), change.hunks, dropped);
  return [{ path: change.path, content: Buffer.from(content, 'latin1') }];
}
