import type { TestCommand, TestId, TestReport, TestResult } from '../ports/test-runner.js';
import type { Tree } from '../ports/tree.js';
import type { ReviewSession } from '../session.js';
import { pathAtHead } from '../files/changed-files.js';
import { testKey, testLabel } from './select-tests.js';

export type SuiteEntryKind =
  | 'still-passes'
  | 'regression'
  | 'pre-existing'
  | 'repaired'
  | 'unstable'
  | 'vanished'
  | 'added-passes'
  | 'added-fails'
  | 'not-measured';

export interface SuiteEntry {
  readonly key: string;
  readonly label: string;
  readonly kind: SuiteEntryKind;
  readonly base: TestResult | undefined;
  readonly head: TestResult | undefined;
  /** For a pre-existing failure: whether it fails for the same reason (kind, class and message without numbers). */
  readonly sameReason?: boolean;
}

const bad = (result: TestResult): boolean => ['failed', 'errored', 'timed-out', 'crashed'].includes(result.status);
const quiet = (result: TestResult): boolean => result.status === 'skipped' || result.status === 'todo';

/** `TypeError: x` and `TypeError: y` differ; numbers such as timings and addresses do not count. */
export const failureSignature = (result: TestResult): string =>
  `${result.status} ${result.failure?.kind ?? ''} ${result.failure?.name ?? ''} ${(result.failure?.message ?? '').replace(/0x[0-9a-f]+|\d+(\.\d+)?/gi, '#').slice(0, 300)}`;

function kindOf(base: TestResult | undefined, head: TestResult | undefined): SuiteEntryKind {
  if (!base) return head && bad(head) ? 'added-fails' : head && quiet(head) ? 'not-measured' : 'added-passes';
  if (!head) return quiet(base) ? 'not-measured' : 'vanished';
  if (base.status === 'passed') return head.status === 'passed' ? 'still-passes' : 'regression';
  if (bad(base)) {
    if (head.status === 'passed') return 'repaired';
    if (quiet(head)) return 'regression';
    return 'pre-existing';
  }
  return quiet(base) && bad(head) ? 'regression' : 'not-measured';
}

/** Holds two runs of the same suite against each other, test by test (file + full title + occurrence). Pure. */
export function compareSuites(base: readonly TestResult[], head: readonly TestResult[]): readonly SuiteEntry[] {
  const before = new Map(base.map((result) => [testKey(result.id), result]));
  const after = new Map(head.map((result) => [testKey(result.id), result]));
  const unloaded = new Set(
    head.filter((result) => result.id.title === '' && bad(result)).map((result) => result.id.file),
  );
  return [...new Set([...before.keys(), ...after.keys()])].map((key) => {
    const left = before.get(key);
    const right = after.get(key);
    const id = (left ?? right)?.id ?? { file: '', title: '', occurrence: 0 };
    const kind = kindOf(left, right);
    // A test whose file does not load at the head has not vanished: it fails there.
    const lost =
      kind === 'vanished' && unloaded.has(id.file) ? (left?.status === 'passed' ? 'regression' : 'pre-existing') : kind;
    const same =
      lost === 'pre-existing' && left && right
        ? { sameReason: failureSignature(left) === failureSignature(right) }
        : {};
    return { key, label: testLabel(id), kind: lost, base: left, head: right, ...same };
  });
}

export interface SuiteComparison {
  readonly command: TestCommand;
  readonly baseReport: TestReport;
  readonly headReport: TestReport;
  readonly entries: readonly SuiteEntry[];
}

export type SuiteOutcome =
  | { readonly kind: 'measured'; readonly value: SuiteComparison }
  | { readonly kind: 'no-command' }
  /** The command comes to its end on the base and runs no test there. */
  | { readonly kind: 'no-tests'; readonly command: TestCommand; readonly base: TestReport; readonly head: TestReport }
  | { readonly kind: 'not-run'; readonly reason: string };

const isComplete = (report: TestReport): boolean => report.outcome === 'ran';

/** Both sides failed to come to an end in the same way: nothing was broken by the patch, and nothing was shown. */
const explain = (side: string, report: TestReport): string =>
  `the suite on ${side} ${report.outcome}: ${report.reason}`;

/** The tests of the base on the code of both sides, measured once for a review. */
export const headSuite = (session: ReviewSession): Promise<SuiteOutcome> =>
  session.once('suite:head', async () =>
    measureSuite(session, await session.hybrid(), 'suite of the base on the head'),
  );

/** The test files that the patch adds or edits, run on the head once; one report for each package that they belong to. */
export const changedTestsReports = (session: ReviewSession): Promise<readonly TestReport[]> =>
  session.once('suite:changed-tests', async () => {
    const groups = new Map<string, { command: TestCommand; files: string[] }>();
    for (const path of await changedTestFiles(session)) {
      const command = await session.testCommand(path);
      if (!command) continue;
      const key = `${command.cwd}\u0000${command.text}`;
      groups.set(key, { command, files: [...(groups.get(key)?.files ?? []), path] });
    }
    const head = await session.headRun();
    return Promise.all(
      [...groups.values()].map(({ command, files }) =>
        session.run(head, command, { purpose: 'changed tests on the head', files, later: true }),
      ),
    );
  });

/** Changed files that hold tests, helpers left out (paths at the head). */
async function changedTestFiles(session: ReviewSession): Promise<readonly string[]> {
  const { trees, roles, ports } = session;
  const paths = trees.patch.files
    .map(pathAtHead)
    .filter((path): path is string => path !== undefined && roles.isTest(path) && ports.analysis.isCode(path));
  const holdsTests = await Promise.all(
    paths.map(async (path) => {
      const surface = await ports.analysis.testSurface(path, (await trees.head.read(path))?.toString('utf8') ?? '');
      return surface === undefined || surface.cases.length > 0;
    }),
  );
  return paths.filter((_path, index) => holdsTests[index]);
}

/** Tests of the base that fail there and pass on the head. */
export async function repairedTests(session: ReviewSession): Promise<readonly string[]> {
  const suite = await headSuite(session);
  return suite.kind === 'measured'
    ? suite.value.entries.filter((entry) => entry.kind === 'repaired').map((entry) => entry.label)
    : [];
}

const STABILITY_RUNS = 20;
const RETRIES_AT_HEAD = 4;

/**
 * Runs the repository's own suite on two trees. A test that passed on the base and does not on the head is run again on
 * both sides: it is `unstable` once its runs on the base disagree, and a regression otherwise; it is never retried to
 * green (CONTRACT, section 9, "Regressions"). `files` narrows both runs.
 */
export async function measureSuite(
  session: ReviewSession,
  head: Tree,
  purpose: string,
  files?: readonly string[],
): Promise<SuiteOutcome> {
  const command = await session.testCommand();
  if (!command) return { kind: 'no-command' };
  const [baseReport, headReport] = await Promise.all([
    files === undefined
      ? session.runOnBase(command, 'suite on the base')
      : session.runOnce(session.trees.base, command, { purpose: 'changed tests on the base', files }),
    session.runOnce(head, command, { purpose, files, later: true }),
  ]);
  if (baseReport.noTests === true) return { kind: 'no-tests', command, base: baseReport, head: headReport };
  if (!isComplete(baseReport)) return { kind: 'not-run', reason: explain('the base', baseReport) };
  if (!isComplete(headReport) && headReport.tests.length === 0)
    return { kind: 'not-run', reason: explain('the head', headReport) };
  const entries = compareSuites(baseReport.tests, headReport.tests);
  const checked = await Promise.all(entries.map((entry) => settle(session, command, head, entry)));
  if (!isComplete(headReport) && !checked.some((entry) => entry.kind === 'regression')) {
    return { kind: 'not-run', reason: explain('the head', headReport) };
  }
  return { kind: 'measured', value: { command, baseReport, headReport, entries: checked } };
}

/** Runs one suspicious test's file again to tell a regression from a test that was never stable. */
async function settle(
  session: ReviewSession,
  command: TestCommand,
  head: Tree,
  entry: SuiteEntry,
): Promise<SuiteEntry> {
  if (entry.kind !== 'regression' && entry.kind !== 'repaired') return entry;
  const id = entry.base?.id;
  if (!id || id.file === '') return entry;
  const expected = entry.base?.status ?? 'passed';
  const wavers = await waversOnBase(session, {
    command,
    head,
    id,
    onBase: expected,
    onHead: entry.head?.status ?? 'not-collected',
    files: [id.file],
  });
  return wavers ? { ...entry, kind: 'unstable' } : entry;
}

export interface SuspiciousTest {
  readonly command: TestCommand;
  readonly head: Tree;
  readonly id: TestId;
  /** What was seen of it so far. */
  readonly onBase: string;
  readonly onHead: string;
  /** Narrow the runs to these files. */
  readonly files?: readonly string[] | undefined;
}

/**
 * Whether a test that differs between the sides is one whose runs on the base disagree. A red that never wavers at the
 * head is a regression after a few runs; where the head wavers, the base is asked until it wavers too.
 */
export async function waversOnBase(
  session: ReviewSession,
  { command, head, id, onBase, onHead, files }: SuspiciousTest,
): Promise<boolean> {
  const statusOn = async (tree: Tree): Promise<string> => {
    const report = await session.run(tree, command, { purpose: `stability of ${testLabel(id)}`, files });
    return report.tests.find((test) => testKey(test.id) === testKey(id))?.status ?? 'not-collected';
  };
  let steady = true;
  for (let run = 0; run < RETRIES_AT_HEAD && steady; run += 1) steady = (await statusOn(head)) === onHead;
  const runs = steady ? RETRIES_AT_HEAD : STABILITY_RUNS;
  for (let run = 0; run < runs; run += 1) if ((await statusOn(session.trees.base)) !== onBase) return true;
  return false;
}
