import type { FileChange } from '../ports/tree.js';

/** Lines of the head that a change added or changed, ascending. A file that only moved has none. */
export const touchedLines = ({ hunks }: Pick<FileChange, 'hunks'>): readonly number[] =>
  hunks.flatMap((hunk) => Array.from({ length: hunk.newLines }, (_, index) => hunk.newStart + index));
