import type { TestRef } from '../../build/submission.js';
import type { TestCommand, TestId, TestReport } from '../ports/test-runner.js';
import type { Tree } from '../ports/tree.js';
import type { ReviewSession } from '../session.js';
import { observe, type TestObservation } from './observation.js';
import { normalisePath, selectTests, testKey } from './select-tests.js';

/** What a test on both sides is made of. */
export interface TwoSidedSpec {
  readonly tests: readonly TestRef[];
  /** From the submission; without it the repository's own test command is narrowed to the files. */
  readonly command?: string | undefined;
}

export interface PairedObservation {
  readonly ref: TestRef;
  readonly id: TestId;
  readonly base: TestObservation;
  readonly head: TestObservation;
}

export interface TwoSided {
  readonly command: TestCommand;
  /** What runs were narrowed to; empty where they were not. */
  readonly files: readonly string[];
  readonly pairs: readonly PairedObservation[];
  readonly baseReports: readonly TestReport[];
  readonly headReports: readonly TestReport[];
  /** Runs on each side; fewer than configured where the first already decided. */
  readonly repeats: number;
  readonly planned: number;
}

export type TwoSidedOutcome =
  { readonly kind: 'measured'; readonly value: TwoSided } | { readonly kind: 'not-run'; readonly reason: string };

/**
 * The command of a spec: the submission's own, or the repository's for its files. Files of several packages, which run their
 * tests each in its own way, take the command of the whole repository, where it has one.
 */
async function commandFor(
  session: ReviewSession,
  spec: TwoSidedSpec,
): Promise<{ readonly command: TestCommand | undefined; readonly isNarrow: boolean }> {
  if (spec.command !== undefined)
    return { command: { text: spec.command, cwd: '', source: 'submission' }, isNarrow: false };
  const commands = await Promise.all(
    [...new Set(spec.tests.map(({ file }) => file))].map((file) => session.testCommand(file)),
  );
  const [first] = commands;
  const isOne = commands.every((command) => command?.text === first?.text && command?.cwd === first?.cwd);
  const whole = isOne ? undefined : await session.testCommand();
  return whole === undefined ? { command: first, isNarrow: true } : { command: whole, isNarrow: false };
}

/** A time-out on the base is repeated with a shorter limit: ten times what the head needs (CONTRACT, "Right reason"). */
const shortLimitMs = (head: TestReport): number => Math.max(2000, Math.ceil(head.durationMs * 10));

const alternate = (round: number): readonly ('base' | 'head')[] =>
  round % 2 === 0 ? ['base', 'head'] : ['head', 'base'];

/**
 * Runs tests on two trees, in pairs whose order alternates, `review.repeat` times. The rest is left out once the first
 * pair shows that the claim does not hold; nothing is ever run again until it passes (THREATS D7, X6).
 */
export async function measureTwoSided(
  session: ReviewSession,
  spec: TwoSidedSpec,
  sides: { readonly base: Tree; readonly head: Tree },
  goOn: (base: TestReport, head: TestReport) => boolean = () => true,
): Promise<TwoSidedOutcome> {
  const { command: given, isNarrow } = await commandFor(session, spec);
  if (!given)
    return { kind: 'not-run', reason: 'the submission names no command and the repository has no test command' };
  let command = given;
  const files = [...new Set(spec.tests.map((ref) => normalisePath(ref.file)))];
  let narrowed = isNarrow ? files : undefined;
  const reports: Record<'base' | 'head', TestReport[]> = { base: [], head: [] };
  const planned = session.config.review.repeat;
  let limit: number | undefined;
  for (let round = 0; round < planned; round += 1) {
    const both = alternate(round).map(async (side) => {
      const purpose = side === 'base' ? 'evidence on the base' : 'evidence on the head';
      const timeoutMs = side === 'base' ? limit : undefined;
      reports[side].push(await session.run(sides[side], command, { purpose, files: narrowed, timeoutMs }));
    });
    await Promise.all(both);
    const base = reports.base.at(-1);
    const head = reports.head.at(-1);
    const alone = round === 0 && base && head ? scriptAlone(spec, files, base, head) : undefined;
    if (alone !== undefined) {
      command = { ...given, text: alone };
      reports.base.length = 0;
      reports.head.length = 0;
      round = -1;
      spec = { tests: spec.tests };
      continue;
    }
    const missed = narrowed !== undefined && round === 0 && base && head && !seesAll(spec, [base, head]);
    if (missed && (await areThere(files, sides))) {
      // A file that defines tests for others to run has none of its own.
      narrowed = undefined;
      reports.base.length = 0;
      reports.head.length = 0;
      round = -1;
      continue;
    }
    if (!base || !head || !goOn(base, head)) break;
    if (base.outcome === 'timed-out' && head.outcome === 'ran')
      limit = Math.min(session.limits.timeoutMs, shortLimitMs(head));
  }
  return { kind: 'measured', value: pair(spec.tests, command, narrowed ?? [], reports, planned) };
}

/** A file that is on neither side defines nothing, whatever else is run. */
async function areThere(
  files: readonly string[],
  sides: { readonly base: Tree; readonly head: Tree },
): Promise<boolean> {
  const listed = new Set((await Promise.all([sides.base.list(), sides.head.list()])).flat().map(({ path }) => path));
  return files.every((file) => listed.has(file));
}

/** Whether each reference is answered by one side at least; a run that came to no end may have missed some. */
const seesAll = (spec: TwoSidedSpec, reports: readonly TestReport[]): boolean =>
  reports.some((report) => report.outcome !== 'ran' && report.outcome !== 'unmeasured') ||
  spec.tests.every((ref) =>
    reports.some((report) => selectTests(report.tests, ref).some((test) => test.id.title !== '')),
  );

/**
 * A chain of plain scripts (`for f in test/*.js; do node $f || exit 1; done`) ends at the first that fails, before it
 * comes to the one that the evidence names. Such a file is then run by itself, as the chain would have run it.
 */
function scriptAlone(
  spec: TwoSidedSpec,
  files: readonly string[],
  base: TestReport,
  head: TestReport,
): string | undefined {
  const [file] = files;
  if (spec.command === undefined || file === undefined || files.length > 1 || !/\.[cm]?js$/.test(file))
    return undefined;
  const bare = (report: TestReport): boolean =>
    report.tests.length > 0 && report.tests.every((test) => test.id.title === test.id.file);
  const seen = (report: TestReport): boolean => report.tests.some((test) => test.id.file === file);
  return bare(base) && !seen(base) && bare(head) && seen(head) ? `node '${file.replaceAll("'", "'\\''")}'` : undefined;
}

function pair(
  refs: readonly TestRef[],
  command: TestCommand,
  files: readonly string[],
  reports: { readonly base: readonly TestReport[]; readonly head: readonly TestReport[] },
  planned: number,
): TwoSided {
  const pairs = refs.flatMap((ref): PairedObservation[] => {
    const headFirst = observe(reports.head, ref).map((observation) => observation.id);
    const base = observe(
      reports.base,
      ref,
      headFirst.filter((id) => id.title !== ''),
    );
    const head = observe(
      reports.head,
      ref,
      base.map((observation) => observation.id),
    );
    const key = ({ id }: TestObservation): string => `${id.title}\u0000${id.occurrence}`;
    const headByKey = new Map(head.map((observation) => [key(observation), observation]));
    // The same title may come from several files where another one defines it.
    const headById = new Map(head.map((observation) => [testKey(observation.id), observation]));
    return base.flatMap((observation) => {
      const other =
        headById.get(testKey(observation.id)) ??
        headByKey.get(key(observation)) ??
        head.find((candidate) => candidate.id.title === '');
      return other ? [{ ref, id: observation.id, base: observation, head: other }] : [];
    });
  });
  return {
    command,
    files,
    pairs,
    baseReports: reports.base,
    headReports: reports.head,
    repeats: Math.min(reports.base.length, reports.head.length),
    planned,
  };
}
