import {
  fail,
  judgeChange,
  normalisePath,
  notRun,
  pass,
  type Check,
  type CheckExtras,
  type ReviewSession,
  type TestCommand,
  type TestReport,
  type Tree,
  type Witness,
} from '@typed-evidence-chain/core';
import { askedByScript } from './asked-of-patch.js';
import { targetsPatch } from './checks/targets-patch.js';
import type { Expectation, Script } from './evidence.js';

/** Pure. Whether a process ended as it should; exit codes are exact. */
export function endedAs(report: TestReport, expectation: Expectation): boolean {
  const { process } = report;
  if ('timedOut' in expectation) return process.kind === 'timed-out';
  if (process.kind !== 'exited') return false;
  return expectation.exitCode === 'nonzero' ? process.code !== 0 : process.code === expectation.exitCode;
}

const ended = (report: TestReport): string =>
  report.process.kind === 'exited' ? `exit code ${report.process.code}` : report.process.kind;

const wanted = (expectation: Expectation): string =>
  'timedOut' in expectation
    ? 'a time-out'
    : expectation.exitCode === 'nonzero'
      ? 'any exit code but 0'
      : `exit code ${expectation.exitCode}`;

/** Something that could not be loaded, as our own hooks saw it; the script's own exit code says nothing of that. */
const loadFailure = (report: TestReport): string | undefined =>
  report.tests.map((test) => test.failure).find((failure) => failure?.kind === 'load' || failure?.kind === 'setup')
    ?.message;

/** Files of the patch that the command names and that the program did not have before. */
const scriptFiles = (session: ReviewSession, command: string): readonly string[] => {
  const words = new Set((command.match(/[^\s"'`;|&<>()]+/g) ?? []).map(normalisePath));
  return session.trees.patch.files
    .filter(
      ({ path, status }) =>
        words.has(path) && (status === 'added' || (status !== 'deleted' && session.roles.isTest(path))),
    )
    .map(({ path }) => path);
};

/** Whether two expectations can be told apart at all. */
const same = (a: Expectation, b: Expectation): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Re-executes a reproduction that is a script with expected ends on both sides. */
export async function reviewScript(script: Script, session: ReviewSession): Promise<readonly Check[]> {
  const command: TestCommand = { text: script.command, cwd: '', source: 'submission' };
  const sides: Record<'base' | 'head', Tree> = { base: await session.evidenceBase(), head: await session.headRun() };
  const reports: Record<'base' | 'head', TestReport[]> = { base: [], head: [] };
  const planned = session.config.review.repeat;
  for (let round = 0; round < planned; round += 1) {
    const order = round % 2 === 0 ? (['base', 'head'] as const) : (['head', 'base'] as const);
    await Promise.all(
      order.map(async (side) =>
        reports[side].push(await session.run(sides[side], command, { purpose: `script on the ${side}` })),
      ),
    );
    if (
      !endedAs(reports.base[0] as TestReport, script.expect.base) ||
      !endedAs(reports.head[0] as TestReport, script.expect.head)
    )
      break;
  }
  const extras: CheckExtras = { command: script.command, source: 'submission' };
  const agree = (side: 'base' | 'head'): boolean =>
    reports[side].every((report) => ended(report) === ended(reports[side][0] as TestReport));
  const holds = (side: 'base' | 'head'): boolean =>
    reports[side].every((report) => endedAs(report, script.expect[side]));
  const verdictOn = (id: string, side: 'base' | 'head'): Check =>
    holds(side)
      ? pass(id, `the script ends with ${wanted(script.expect[side])} on the ${side}`, extras)
      : fail(
          id,
          `the script ends with ${ended(reports[side].at(-1) as TestReport)} on the ${side}, not with ${wanted(script.expect[side])}`,
          { ...extras, details: { output: reports[side].at(-1)?.output.slice(-2000) } },
        );

  const onBase = same(script.expect.base, script.expect.head)
    ? fail('bug/fails-on-base', 'the script is expected to end in the same way on both sides', extras)
    : verdictOn('bug/fails-on-base', 'base');
  const onHead = verdictOn('bug/passes-on-head', 'head');
  const unloaded = loadFailure(reports.base[0] as TestReport);
  const asked = await askedByScript(session, script.command, scriptFiles(session, script.command));
  const crashed = reports.base[0]?.process.kind === 'signalled' || reports.base[0]?.process.kind === 'limit';
  const reason =
    unloaded !== undefined
      ? fail('bug/right-reason', `the script could not load something on the base: ${unloaded.slice(0, 160)}`, extras)
      : crashed
        ? fail('bug/right-reason', 'the script crashed on the base', extras)
        : asked !== undefined
          ? fail('bug/right-reason', asked, extras)
          : pass('bug/right-reason', `the script itself ends with ${ended(reports.base[0] as TestReport)}`, extras);
  const repeats = Math.min(reports.base.length, reports.head.length);
  let steady =
    !agree('base') || !agree('head')
      ? fail('bug/stable', 'runs of the script disagree', extras)
      : repeats < planned
        ? notRun('bug/stable', `run ${repeats} of ${planned} times: the first already decides`, extras)
        : pass('bug/stable', `the same end in ${repeats} runs on each side`, extras);
  const proven = [onBase, onHead, reason].every((check) => check.status === 'PASS');
  let target = notRun(
    'bug/targets-patch',
    'the reproduction does not hold, so nothing can be attributed to the patch',
    extras,
  );
  if (proven) {
    const judged = await judgeChange(session, witnessOf(session, script, command, reports.head[0] as TestReport));
    target = { ...targetsPatch(judged), ...extras };
    if (judged.headAgain?.green === false)
      steady = fail('bug/stable', `a further run on the head was not green: ${judged.headAgain.message ?? ''}`, extras);
  }
  return [onBase, reason, onHead, steady, target];
}

function witnessOf(session: ReviewSession, script: Script, command: TestCommand, head: TestReport): Witness {
  const timeoutMs = Math.min(session.limits.timeoutMs, Math.max(3000, head.durationMs * 10));
  return async (tree, purpose, coverage) => {
    const report = await session.run(tree, command, { purpose, coverage, timeoutMs });
    if (endedAs(report, script.expect.head)) return { green: true, coverage: report.coverage };
    const unloaded = loadFailure(report);
    return {
      green: false,
      why: unloaded === undefined ? 'assertion' : 'load',
      message: unloaded ?? `the script ends with ${ended(report)}`,
      coverage: report.coverage,
    };
  };
}
