import type { SandboxOutcome, TestReport, TestResult } from '@typed-evidence-chain/core';
import { numberOccurrences, uniteResults } from './occurrences.js';
import type { SessionRecord } from './session-record.js';
import { runnerResults, scriptResult, type RunContext } from './session-results.js';
import { isTreeCode, parseStack, relativeToTree } from './stack.js';

type Settled = Pick<TestReport, 'outcome' | 'reason' | 'noTests'>;
export type Interpretation = Settled & Pick<TestReport, 'runner' | 'tests'>;

const FAILING: ReadonlySet<string> = new Set(['failed', 'errored', 'timed-out', 'crashed']);
/** What a shell says of a program that is not there, or that it cannot start. */
const NOT_STARTED: ReadonlySet<number> = new Set([126, 127]);
/** Programs that are a test runner themselves. */
const RUNNER_KINDS: ReadonlySet<string> = new Set(['mocha', 'jest', 'vitest', 'ava', 'tape', 'uvu', 'pytest']);

/**
 * Decides from the sessions of a run what its tests did. Events, counts and exit code have to agree; where they do not,
 * the outcome says so and nothing is proved.
 */
export function interpret(
  records: readonly SessionRecord[],
  problems: readonly string[],
  process: SandboxOutcome,
  root: string,
): Interpretation {
  const context: RunContext = { root, timedOut: process.kind === 'timed-out' };
  const withRunner = records.filter((record) => record.runner !== undefined);
  const scripts = records.filter(
    (record) => record.runner === undefined && (record.kind === 'script' || record.kind === 'host'),
  );
  // Beside a runner other scripts are build steps and the like; a file that `node --test` runs is a test nevertheless.
  const counted = withRunner.length === 0 ? scripts : scripts.filter((record) => record.isTestChild);
  const { tests, contradiction } = uniteResults([
    ...withRunner.flatMap((record) => numberOccurrences(runnerResults(record, context))),
    ...counted.map((record) => scriptResult(record, context)),
  ]);
  const allProblems =
    contradiction === undefined
      ? problems
      : [...problems, `two processes contradict each other about “${contradiction}”`];
  const runner = withRunner[0]?.runner ?? records.find(isSilentRunner)?.kind ?? scriptRunner(counted);
  const settled = settle(process, records, [...withRunner, ...counted], withRunner, allProblems, tests, root);
  return { ...settled, runner, tests };
}

function isSilentRunner(record: SessionRecord): boolean {
  return record.runner === undefined && RUNNER_KINDS.has(record.kind);
}

function scriptRunner(scripts: readonly SessionRecord[]): string {
  if (scripts.length === 0) return 'exit-code';
  return scripts.some((record) => record.isTestChild) ? 'node:test' : 'script';
}

function settle(
  process: SandboxOutcome,
  all: readonly SessionRecord[],
  records: readonly SessionRecord[],
  withRunner: readonly SessionRecord[],
  problems: readonly string[],
  tests: readonly TestResult[],
  root: string,
): Settled {
  switch (process.kind) {
    case 'not-started':
      return { outcome: 'not-started', reason: process.reason };
    case 'timed-out':
      return { outcome: 'timed-out', reason: 'the run was ended at its time limit' };
    case 'limit':
      return { outcome: 'limit', reason: `the run was ended at its limit of ${process.limit}` };
    case 'signalled':
      return { outcome: 'crashed', reason: `the run was ended by ${process.signal}` };
    case 'exited':
      break;
  }
  const unmeasured = (reason: string, noTests = false): Settled => ({
    outcome: 'unmeasured',
    reason,
    ...(noTests ? { noTests } : {}),
  });
  const problem = problems[0] ?? records.flatMap((record) => record.tampering)[0];
  if (problem !== undefined) return unmeasured(problem);
  const twice = reportedTwice(withRunner, root);
  if (twice !== undefined) return unmeasured(`two processes report about ${twice} at the same time`);
  const { code } = process;
  const broken = withRunner.find((record) => isBroken(record, code));
  if (broken !== undefined) return { outcome: 'crashed', reason: brokenReason(broken, root) };
  const silent = withRunner.length > 0 ? undefined : all.find(isSilentRunner);
  if (silent !== undefined && tests.length === 0)
    return unmeasured(
      outsideReason([silent], `${silent.kind} exited with ${silent.close?.code || code} before it came to a test`),
      all.filter(isSilentRunner).every((record) => endedByItself(record, root)),
    );
  if (withRunner.length > 0 && tests.length === 0)
    return unmeasured(
      'no test was seen',
      withRunner.every((record) => endedByItself(record, root)),
    );

  const failing = tests.filter((test) => FAILING.has(test.status));
  const counts = withRunner.find((record) => record.end?.failures !== undefined && record.end.failures > 0);
  if (counts !== undefined && failing.length === 0)
    return unmeasured(outsideReason(withRunner, `${counts.runner} counts failures and names none`));
  if (records.length === 0) {
    return NOT_STARTED.has(code)
      ? {
          outcome: 'not-started',
          reason: `a program of the command is not there or cannot be started (exit code ${code})`,
        }
      : { outcome: 'ran', reason: '' };
  }
  if (code === 0 && failing.length > 0)
    return unmeasured(`the command exited with 0 although ${failing.length} of ${tests.length} tests failed`);
  if (code !== 0 && failing.length === 0)
    return unmeasured(outsideReason(withRunner, `the command exited with ${code} and no test failed`));
  return { outcome: 'ran', reason: '' };
}

/** The process came to its end, by nothing that code of the tree did. */
function endedByItself({ close, uncaught, fileErrors }: SessionRecord, root: string): boolean {
  if (close === undefined || uncaught.length > 0 || fileErrors.length > 0) return false;
  return !parseStack(root, close.called).some((frame) => isTreeCode(frame.file));
}

/** The process left before its runner had come to the end, and no error says why. */
function isBroken(record: SessionRecord, code: number): boolean {
  if (record.end !== undefined && record.close !== undefined) return false;
  const isExplained = record.uncaught.length > 0 || record.fileErrors.length > 0;
  if (isExplained && code !== 0) return false;
  // One file of several that has a process of its own: the other results are complete.
  return !(record.isTestChild && code !== 0);
}

function brokenReason(record: SessionRecord, root: string): string {
  const where = relativeToTree(root, record.main);
  if (record.close === undefined) return `the process of ${record.runner} (${where}) went away before its end`;
  return `the process of ${record.runner} (${where}) exited with ${record.close.code} before the end of its tests`;
}

function outsideReason(records: readonly SessionRecord[], otherwise: string): string {
  const error = records.flatMap((record) => record.uncaught)[0]?.error;
  return error === undefined
    ? otherwise
    : `${otherwise}; outside of any test: ${error.name ?? 'Error'}: ${error.message ?? ''}`.slice(0, 1000);
}

/** Honest runs may test a file again after a first runner is done, but not at the same time. */
function reportedTwice(records: readonly SessionRecord[], root: string): string | undefined {
  const seen = new Map<string, SessionRecord>();
  for (const record of records) {
    for (const file of new Set([...record.tests, ...record.planned].map((test) => test.file))) {
      const other = seen.get(file);
      if (other !== undefined && record.first < other.last && other.first < record.last)
        return relativeToTree(root, file);
      seen.set(file, record);
    }
  }
  return undefined;
}
