import type { TestFailure, TestResult } from '@typed-evidence-chain/core';
import { exitFailure, toFailure } from './failure.js';
import type { NamedTest, ReportedStatus, ReportedTest, SessionRecord } from './session-record.js';
import { isTreeCode, parseStack, relativeToTree } from './stack.js';

/** How a run that did not end by itself was ended. */
export interface RunContext {
  readonly root: string;
  readonly timedOut: boolean;
}

export interface Draft {
  readonly key: number | undefined;
  readonly file: string;
  /** Other files of the tree that made the test. */
  readonly also: readonly string[];
  readonly title: string;
  status: ReportedStatus;
  ms: number | undefined;
  failure: TestFailure | undefined;
  marks: readonly string[];
}

const FAILING_STATUSES: ReadonlySet<string> = new Set(['failed', 'errored', 'timed-out', 'crashed']);

/** The results of a process with a test runner in it. */
export function runnerResults(session: SessionRecord, context: RunContext): TestResult[] {
  const { root } = context;
  const drafts = mergeReports(session.tests, root);
  const find = (test: NamedTest): Draft | undefined =>
    drafts.findLast((draft) =>
      test.key === undefined
        ? draft.title === test.title && draft.file === relativeToTree(root, test.file)
        : draft.key === test.key,
    );
  const add = (test: NamedTest, status: ReportedStatus, failure: TestFailure | undefined): void => {
    drafts.push({
      key: test.key,
      file: relativeToTree(root, test.file),
      also: relativeFiles(root, test.also),
      title: test.title,
      status,
      ms: undefined,
      failure,
      marks: [],
    });
  };

  for (const { file, error } of session.fileErrors) {
    const gone = /worker process|Call retries were exceeded|process\.exit/i.test(error.message ?? '');
    add(
      { key: undefined, file, title: '' },
      gone ? 'crashed' : 'errored',
      gone ? exitFailure(root, error.message ?? '', error.stack) : toFailure(root, error, 'load'),
    );
  }
  for (const hook of session.hookFailures) {
    const failure = toFailure(root, hook.error, 'setup');
    if (hook.each) {
      const draft = find(hook);
      if (draft === undefined) add(hook, 'errored', failure);
      else Object.assign(draft, { status: 'errored', failure });
      continue;
    }
    const waiting = session.planned.filter((test) => isInGroup(test, hook.group) && find(test) === undefined);
    for (const test of waiting) add(test, 'errored', failure);
    if (waiting.length === 0) add({ ...hook, key: undefined }, 'errored', failure);
  }
  for (const { name, message } of session.late)
    blame(drafts, name, {
      kind: /AssertionError/.test(message) ? 'assertion' : 'error',
      name: /^(\w*Error)/.exec(message)?.[1] ?? 'Error',
      message,
      stack: [],
    });
  for (const { error, test } of session.uncaught)
    if (test !== undefined) blame(drafts, test, toFailure(root, error, 'test'));

  if (session.end === undefined) {
    const current = session.started.findLast((test) => find(test) === undefined);
    if (current !== undefined) add(current, ...endOfRun(session, context));
    for (const file of session.openFiles) {
      if (!drafts.some((draft) => draft.file === relativeToTree(root, file) && draft.title === ''))
        add({ key: undefined, file, title: '' }, ...endOfRun(session, context));
    }
    if (drafts.length === 0 && session.isTestChild)
      add({ key: undefined, file: session.main, title: '' }, ...endOfRun(session, context));
  }
  const outside = session.uncaught.at(-1);
  const isOutside = session.kind === 'script' && session.end !== undefined && (session.close?.code ?? 0) !== 0;
  if (outside !== undefined && isOutside && drafts.every(({ status }) => !FAILING_STATUSES.has(status))) {
    // The file threw beside its tests, and its process failed for that.
    add({ key: undefined, file: session.main, title: '' }, 'errored', toFailure(root, outside.error, 'load'));
  }
  for (const test of session.planned) if (find(test) === undefined) add(test, 'not-collected', undefined);
  for (const test of session.retried) {
    const draft = find(test);
    if (draft !== undefined && !draft.marks.includes('retried')) draft.marks = [...draft.marks, 'retried'];
  }
  for (const draft of drafts) if (session.marks.includes('only')) draft.marks = [...draft.marks, 'only'];
  return drafts.map(toResult);
}

/**
 * A script without a runner is one test, named by its path. Where it would have used a runner and never came to that,
 * the file did not load, or has no tests.
 */
export function scriptResult(session: SessionRecord, context: RunContext): TestResult {
  const file = relativeToTree(context.root, session.main);
  const title = session.usesLibrary ? '' : file;
  const draft: Draft = {
    key: undefined,
    file,
    also: [],
    title,
    status: 'passed',
    ms: undefined,
    failure: undefined,
    marks: [],
  };
  const { close } = session;
  const thrown = session.uncaught.at(-1);
  if (close?.code === 0) {
    const caller = parseStack(context.root, close.called).find((frame) => isTreeCode(frame.file));
    if (caller !== undefined && (caller.file !== file || session.isTestChild || session.usesLibrary)) {
      // What was still to be asserted is not known when something else than the script itself ends it.
      draft.status = 'crashed';
      draft.failure = exitFailure(context.root, `process.exit was called from ${caller.file}`, close.called);
    } else if (session.usesLibrary) draft.status = 'not-collected';
    else {
      // Whoever listens for errors may expect one, but no failed assertion.
      const failure = thrown && toFailure(context.root, thrown.error, 'test');
      if (failure?.kind === 'assertion') [draft.status, draft.failure] = ['failed', failure];
    }
  } else if (session.usesLibrary && thrown !== undefined) {
    draft.status = 'errored';
    draft.failure = toFailure(context.root, thrown.error, 'load');
  } else [draft.status, draft.failure] = endOfRun(session, context);
  return toResult(draft);
}

/** What happened to the test that was running when its process ended. */
function endOfRun(session: SessionRecord, context: RunContext): [ReportedStatus, TestFailure] {
  const last = session.uncaught.at(-1);
  if (last !== undefined) {
    const failure = toFailure(context.root, last.error, 'test');
    return [failure.kind === 'load' ? 'errored' : 'failed', failure];
  }
  if (session.close === undefined) {
    if (context.timedOut)
      return [
        'timed-out',
        { kind: 'timeout', name: 'Timeout', message: 'the run was ended at its time limit', stack: [] },
      ];
    return ['crashed', exitFailure(context.root, 'the process went away')];
  }
  const { code, called } = session.close;
  const why = code === 13 ? 'a top-level await never settled' : 'the process exited before the end of its tests';
  return ['crashed', exitFailure(context.root, `${why} (code ${code})`, called)];
}

function mergeReports(tests: readonly ReportedTest[], root: string): Draft[] {
  const drafts: Draft[] = [];
  for (const test of tests) {
    const failure = test.error === undefined ? undefined : toFailure(root, test.error, test.inSetup ? 'setup' : 'test');
    const draft: Draft = {
      key: test.key,
      file: relativeToTree(root, test.file),
      also: relativeFiles(root, test.also),
      title: test.title,
      status: test.status,
      ms: test.ms,
      failure,
      marks: test.marks,
    };
    const known = test.key === undefined ? undefined : drafts.find((other) => other.key === test.key);
    if (known === undefined) drafts.push(draft);
    // The same test again: an error after its end. The worse of the two is what happened.
    else if (known.status === 'passed') Object.assign(known, draft);
  }
  return drafts;
}

function isInGroup(test: NamedTest, group: string): boolean {
  return group === '' || test.title.startsWith(group + ' ');
}

/** An error that came after the end of a test which had been told as passed. */
function blame(drafts: readonly Draft[], name: string, failure: TestFailure): void {
  const draft = drafts.findLast(
    ({ title }) => title === name || title.endsWith(' ' + name) || name.endsWith(' ' + title),
  );
  if (draft !== undefined && draft.status === 'passed') Object.assign(draft, { status: 'failed', failure });
}

function relativeFiles(root: string, files: readonly string[] = []): readonly string[] {
  return files.map((file) => relativeToTree(root, file));
}

function toResult(draft: Draft): TestResult {
  const { status, ms, failure, marks, also } = draft;
  return {
    id: { file: draft.file, title: draft.title, occurrence: 0, ...(also.length === 0 ? {} : { alsoIn: also }) },
    status,
    ...(ms === undefined ? {} : { durationMs: ms }),
    ...(failure === undefined ? {} : { failure }),
    ...(marks.length === 0 ? {} : { marks: [...new Set(marks)] }),
  };
}
