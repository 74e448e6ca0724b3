import { fail, notApplicable, notRun, pass, preExisting, type Check, type CheckExtras } from '../../check.js';
import { testKey, testLabel } from '../../measure/select-tests.js';
import type { TestReport, TestResult } from '../../ports/test-runner.js';
import { isAccountedFor } from '../../measure/accounted-for.js';
import type { SuiteComparison, SuiteEntry, SuiteOutcome } from '../../measure/suite.js';

const ID = 'tests/no-regression';

const some = (entries: readonly SuiteEntry[]): string =>
  entries
    .slice(0, 3)
    .map((entry) => `${entry.label}${entry.head ? ` (${entry.head.status})` : ''}`)
    .join(', ') + (entries.length > 3 ? ` and ${entries.length - 3} more` : '');

const succeeded = (report: TestReport): boolean => report.process.kind === 'exited' && report.process.code === 0;

/** A command without results of single tests: only its exit codes can be compared. */
function byExitCode(suite: SuiteComparison, extras: CheckExtras): Check {
  if (succeeded(suite.headReport)) return pass(ID, 'the test command succeeds on the head (exit code only)', extras);
  return succeeded(suite.baseReport)
    ? fail(ID, 'the test command succeeds on the base and fails on the head (exit code only)', extras)
    : preExisting(ID, 'the test command fails on both sides (exit code only)', extras);
}

export interface RegressionFacts {
  readonly hasTests: boolean;
  /** Tests whose changed expectation was declared: what the old one says does not count. */
  readonly isDeclared: (file: string, title: string, alsoIn?: readonly string[]) => boolean;
  /** The test files that the patch adds or edits, run on the head. */
  readonly changedTests: readonly TestReport[];
}

const BAD: ReadonlySet<string> = new Set(['failed', 'errored', 'timed-out', 'crashed']);

/**
 * The command of the base runs no test on the base, so that none can regress: it names files that only the patch
 * brings, or there are none yet. It has to say so with success (a runner's own error for "no tests" is believed where
 * there is no test file at all), the head has to come to its end too, and what the patch adds has to pass.
 */
function nothingToRegress(
  { command, base, head }: SuiteOutcome & { readonly kind: 'no-tests' },
  { hasTests, changedTests }: RegressionFacts,
): Check {
  const extras: CheckExtras = { command: command.text, source: command.source };
  const said = `the test command runs no test on the base (${base.reason})`;
  if (hasTests && !succeeded(base)) return notRun(ID, `${said}, and there are test files`, extras);
  const broken = [head, ...changedTests].find((report) => report.outcome !== 'ran' && report.noTests !== true);
  if (broken !== undefined) return notRun(ID, `${said}; on the head: ${broken.reason}`, extras);
  const tests = [...changedTests, head].flatMap((report) => report.tests);
  const red = tests.filter((test) => BAD.has(test.status));
  const details = { tests: tests.length, failingAdded: red.map((test) => testLabel(test.id)) };
  if (red.length > 0)
    return fail(ID, `tests that the patch adds or edits fail on the head: ${labels(red)}`, { ...extras, details });
  const now = tests.length === 0 ? '' : `; ${tests.length} tests of the patch pass on the head`;
  return notApplicable(ID, `${said}: nothing there can regress${now}`, { ...extras, details });
}

const labels = (tests: readonly TestResult[]): string =>
  tests
    .slice(0, 3)
    .map((test) => testLabel(test.id))
    .join(', ');

/** Pure: a test that passed on the base and does not on the head. What an added or edited test says of the head counts too. */
export function testsNoRegression(outcome: SuiteOutcome, facts: RegressionFacts): Check {
  const { hasTests, isDeclared, changedTests } = facts;
  if (outcome.kind === 'no-command') {
    return hasTests
      ? notRun(ID, 'there are tests, and no test command was found')
      : notApplicable(ID, 'the repository has no tests');
  }
  if (outcome.kind === 'not-run') return notRun(ID, outcome.reason);
  if (outcome.kind === 'no-tests') return nothingToRegress(outcome, facts);
  const suite = outcome.value;
  const extras: CheckExtras = { command: suite.command.text, source: suite.command.source };
  if (suite.entries.length === 0) return byExitCode(suite, extras);
  const unstableKeys = new Set(suite.entries.filter((entry) => entry.kind === 'unstable').map((entry) => entry.key));
  const of = (kind: SuiteEntry['kind']): SuiteEntry[] => suite.entries.filter((entry) => entry.kind === kind);
  const red = [...of('regression'), ...of('vanished')];
  const regressions = red.filter((entry) => !isAccountedFor(entry, red, isDeclared));
  const onBase = new Map(suite.entries.map((entry) => [entry.key, entry.base?.status]));
  const added = changedTests
    .flatMap((report) => report.tests)
    .filter(
      (test) =>
        BAD.has(test.status) && !BAD.has(onBase.get(testKey(test.id)) ?? '') && !unstableKeys.has(testKey(test.id)),
    );
  const unstable = of('unstable');
  const existing = of('pre-existing');
  const details = {
    tests: suite.entries.length,
    regressions: regressions.map((entry) => entry.label),
    failingAdded: added.map((test) => testLabel(test.id)),
    unstable: unstable.map((entry) => entry.label),
    preExisting: existing.map((entry) => ({ test: entry.label, sameReason: entry.sameReason ?? false })),
    repaired: of('repaired').map((entry) => entry.label),
  };
  if (regressions.length > 0)
    return fail(ID, `passed on the base and not on the head: ${some(regressions)}`, { ...extras, details });
  if (added.length > 0)
    return fail(ID, `tests that the patch adds or edits fail on the head: ${labels(added)}`, { ...extras, details });
  const lost = changedTests.find((report) => ['crashed', 'timed-out', 'limit', 'not-started'].includes(report.outcome));
  if (lost)
    return notRun(ID, `the tests that the patch adds or edits did not come to their end on the head: ${lost.reason}`, {
      ...extras,
      details,
    });
  const notes = [
    ...(unstable.length > 0 ? [`${unstable.length} unstable on the base: ${some(unstable)}`] : []),
    ...(existing.length > 0 ? [`${existing.length} failing on the base too: ${some(existing)}`] : []),
  ];
  const passing = suite.entries.filter((entry) => entry.kind === 'still-passes').length;
  const summary = [`${passing} tests pass on both sides`, ...notes].join('; ');
  return existing.length > 0
    ? preExisting(ID, summary, { ...extras, details })
    : pass(ID, summary, { ...extras, details });
}
