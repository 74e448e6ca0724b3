import { fail, notRun, pass, type Check } from '@typed-evidence-chain/core';

const ID = 'performance/runs-change';

/** Pure. `executed`: changed lines of code that the benchmark runs, as `file:line`; undefined where nobody can tell. */
export function runsChange(executed: readonly string[] | undefined, codeFiles: readonly string[]): Check {
  if (codeFiles.length === 0) return fail(ID, 'the change has no code of the program');
  if (executed === undefined)
    return notRun(
      ID,
      'executed lines could not be recorded (review.coverage is off, or the language has no such means)',
    );
  const details = { executed: executed.slice(0, 50), codeFiles };
  return executed.length > 0
    ? pass(ID, `the benchmark runs ${executed.length} changed lines, ${executed[0]} among them`, { details })
    : fail(ID, 'the benchmark runs none of the changed lines', { details });
}
