import { fail, notApplicable, notRun, pass, type Check } from '@typed-evidence-chain/core';

const ID = 'refactor/covers-change';

/** How far the listed tests reach one changed part of the program. */
export interface CoveredPart {
  readonly at: string;
  readonly file: string;
  readonly executed: number;
  readonly code: number;
  /** Lines that no test ran and the calls of the comparison did. */
  readonly compared: number;
  /** Some line of it, or of the function around it, is run. */
  readonly reached: boolean;
  /** Lines that neither ran, by number on the head (on the base for lines that are gone). */
  readonly missed: readonly number[];
  /** Such lines that only went from one place to another, and did not run there either. */
  readonly movedUnrun: readonly number[];
  /** The file only got another name: its lines are the old ones. */
  readonly moved: boolean;
  /** Executed or not cannot be told for this kind of file. */
  readonly unknown: boolean;
}

/**
 * Pure. Every changed part is run by the listed tests, on the base or on the head. A line of it that they do not run has
 * to be run by the comparison of behaviour: that a function was called does not show that the line was reached
 * (THREATS R15, R19).
 */
export function coversChange(parts: readonly CoveredPart[]): Check {
  if (parts.length === 0) return notApplicable(ID, 'the patch changes no code of the program');
  const known = parts.filter((part) => !part.unknown);
  const details = { parts };
  if (known.length === 0) return notRun(ID, 'executed lines could not be recorded for the changed files', { details });
  const silent = known.filter((part) => part.code > 0 && !part.reached);
  if (silent.length > 0)
    return fail(
      ID,
      `no listed test runs ${silent
        .map((part) => part.at)
        .slice(0, 4)
        .join(', ')}`,
      { details },
    );
  const partial = known.filter((part) => !part.moved && part.missed.length > 0);
  if (partial.length > 0) {
    return fail(
      ID,
      `changed lines that neither a listed test nor a call of the comparison ran: ${partial
        .map((part) => `${part.file}:${part.missed.slice(0, 6).join(',')}`)
        .slice(0, 4)
        .join('; ')}`,
      { details },
    );
  }
  const sum = (count: (part: CoveredPart) => number): number => known.reduce((all, part) => all + count(part), 0);
  const compared = sum((part) => part.compared);
  const unrun = known.flatMap((part) => part.movedUnrun.map((line) => `${part.file}:${line}`));
  return pass(
    ID,
    `the listed tests run ${sum((part) => part.executed)} of ${sum((part) => part.code)} changed lines of code in ${known.length} parts${
      compared > 0 ? `, the comparison ${compared} more` : ''
    }${unrun.length > 0 ? `; moved as they were, and not run before either: ${unrun.slice(0, 4).join(', ')}` : ''}`,
    { details },
  );
}
