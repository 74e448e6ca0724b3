import { fail, notApplicable, notRun, pass, type Check } from '@typed-evidence-chain/core';

const ID = 'refactor/covers-change';

/** How far the listed tests reach one changed part of the program. */
export interface CoveredPart {
  readonly at: string;
  readonly file: string;
  readonly executed: number;
  readonly code: number;
  /** Some line of it, or of the function around it, is run. */
  readonly reached: boolean;
  /** The file only got another name: its lines are the old ones. */
  readonly moved: boolean;
  /** Executed or not cannot be told for this kind of file. */
  readonly unknown: boolean;
}

/**
 * Pure. Every changed part is run by the listed tests, on the base or on the head. Where some of its lines are not, the
 * comparison of behaviour has to have called functions of that file (THREATS R15, R19).
 */
export function coversChange(parts: readonly CoveredPart[], isCompared: (file: string) => boolean): Check {
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
  const partial = known.filter((part) => !part.moved && part.executed < part.code && !isCompared(part.file));
  if (partial.length > 0) {
    return fail(
      ID,
      `changed lines that no listed test runs, in functions that could not be compared either: ${partial
        .map((part) => `${part.at} (${part.executed} of ${part.code})`)
        .slice(0, 4)
        .join(', ')}`,
      { details },
    );
  }
  const executed = known.reduce((sum, part) => sum + part.executed, 0);
  const code = known.reduce((sum, part) => sum + part.code, 0);
  return pass(ID, `the listed tests run ${executed} of ${code} changed lines of code in ${known.length} parts`, {
    details,
  });
}
