import { fail, notApplicable, notRun, pass, preExisting, type Check, type CheckExtras } from '../../check.js';
import type { SuiteComparison, SuiteEntry, SuiteOutcome } from '../../measure/suite.js';

const ID = 'tests/no-regression';

const some = (entries: readonly SuiteEntry[]): string =>
  entries
    .slice(0, 3)
    .map((entry) => `${entry.label}${entry.head ? ` (${entry.head.status})` : ''}`)
    .join(', ') + (entries.length > 3 ? ` and ${entries.length - 3} more` : '');

const succeeded = (report: SuiteComparison['baseReport']): boolean => report.process.kind === 'exited' && report.process.code === 0;

/** A command without results of single tests: only its exit codes can be compared. */
function byExitCode(suite: SuiteComparison, extras: CheckExtras): Check {
  if (succeeded(suite.headReport)) return pass(ID, 'the test command succeeds on the head (exit code only)', extras);
  return succeeded(suite.baseReport)
    ? fail(ID, 'the test command succeeds on the base and fails on the head (exit code only)', extras)
    : preExisting(ID, 'the test command fails on both sides (exit code only)', extras);
}

/** Pure: a test that passed on the base and does not on the head.  */
export function testsNoRegression(outcome: SuiteOutcome, hasTests: boolean): Check {
  if (outcome.kind === 'no-command') {
    return hasTests ? notRun(ID, 'there are tests, and no test command was found') : notApplicable(ID, 'the repository has no tests');
  }
  if (outcome.kind === 'not-run') return notRun(ID, outcome.reason);
  const suite = outcome.value;
  const extras: CheckExtras = { command: suite.command.text, source: suite.command.source };
  if (suite.entries.length === 0) return byExitCode(suite, extras);
  const of = (kind: SuiteEntry['kind']): SuiteEntry[] => suite.entries.filter((entry) => entry.kind === kind);
  const regressions = of('regression');
  const added = of('added-fails');
  const unstable = of('unstable');
  const existing = of('pre-existing');
  const details = {
    tests: suite.entries.length,
    regressions: regressions.map((entry) => entry.label),
    failingAdded: added.map((entry) => entry.label),
    unstable: unstable.map((entry) => entry.label),
    preExisting: existing.map((entry) => ({ test: entry.label, sameReason: entry.sameReason ?? false })),
    repaired: of('repaired').map((entry) => entry.label),
  };
  if (regressions.length > 0) return fail(ID, `passed on the base and not on the head: ${some(regressions)}`, { ...extras, details });
  if (added.length > 0) return fail(ID, `tests that the patch adds fail on the head: ${some(added)}`, { ...extras, details });
  const notes = [
    ...(unstable.length > 0 ? [`${unstable.length} unstable on the base: ${some(unstable)}`] : []),
    ...(existing.length > 0 ? [`${existing.length} failing on the base too: ${some(existing)}`] : []),
  ];
  const passing = suite.entries.filter((entry) => entry.kind === 'still-passes').length;
  const summary = [`${passing} tests pass on both sides`, ...notes].join('; ');
  return existing.length > 0 ? preExisting(ID, summary, { ...extras, details }) : pass(ID, summary, { ...extras, details });
}
