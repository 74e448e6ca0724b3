'use strict';
// The reporter of vitest, in its main process. `connect` is used once, by the preload.

const { describeError } = require('./session.cjs');

let context;
let uses = 0;

module.exports = class Reporter {
  onInit(vitest) {
    this.send = context === undefined ? () => {} : context.send;
    if (context !== undefined) {
      if (context.ci === undefined) delete process.env.CI;
      else process.env.CI = context.ci;
    }
    if (++uses > 1) this.send('tamper', { what: 'the reporter was started twice' });
    this.send('runner', { name: 'vitest', version: vitest?.version });
  }

  onTestModuleQueued(module) {
    this.send('file-start', { file: module.moduleId });
  }

  /** A worker is believed the first time: a failed test that passes without being repeated was not run again. */
  onTaskUpdate(packs) {
    this.failed ??= new Set();
    for (const [id, result] of packs) {
      if (result?.state === 'fail') this.failed.add(id);
      const isRepeated = (result?.retryCount ?? 0) > 0 || (result?.repeatCount ?? 0) > 0;
      if (result?.state === 'pass' && this.failed.has(id) && !isRepeated) {
        this.send('tamper', { what: 'a failed test was told again as passed' });
      }
    }
  }

  /** vitest 3 and newer. */
  onTestRunEnd(modules, errors, reason) {
    this.finish(
      modules.map((module) => module.task),
      errors,
      reason,
    );
  }

  /** vitest 1 and 2. */
  onFinished(files = [], errors = []) {
    this.finish(files, errors, 'passed');
  }

  finish(files, errors, reason) {
    if (this.isFinished) return;
    this.isFinished = true;
    let failures = 0;
    for (const file of files) {
      failures += this.reportGroup(file, file.filepath, []);
      this.send('file-end', { file: file.filepath });
    }
    for (const error of errors)
      this.send('uncaught', { origin: 'run', error: describe(error), test: error.VITEST_TEST_NAME });
    this.send('end', { failures: failures + errors.length, reason });
  }

  reportGroup(group, file, titles) {
    let failures = 0;
    const { snapshot } = group;
    if (snapshot !== undefined && snapshot.added > 0)
      this.send('tamper', { what: `${snapshot.added} snapshots were written` });
    const own = group.result?.errors ?? [];
    if (own.length > 0) {
      failures++;
      const error = describe(own[0]);
      print(`not ok ${titles.join(' ')} ${file}`, error);
      if (titles.length === 0 && group.tasks.length === 0) this.send('file-error', { file, error });
      else this.send('hook-failed', { file, titles, each: false, after: false, group: titles, error });
    }
    for (const task of group.tasks) {
      const path = [...titles, task.name];
      if (task.type === 'suite') failures += this.reportGroup(task, file, path);
      else failures += this.reportTest(task, file, path);
    }
    return failures;
  }

  reportTest(task, file, titles) {
    const state = task.result?.state;
    const found = task.result?.errors?.[0];
    const error = state === 'fail' && found !== undefined ? describe(found) : undefined;
    const marks = [];
    if ((task.result?.retryCount ?? 0) > 0) marks.push('retried');
    if (task.fails === true) marks.push('expected-to-fail');
    const forbiddenOnly = error !== undefined && /Unexpected \.only modifier/.test(error.message ?? '');
    if (forbiddenOnly) marks.push('only');
    // A hook that throws never comes to the state `pass`.
    const hooks = task.result?.hooks ?? {};
    const setup = forbiddenOnly || (state === 'fail' && (hooks.beforeEach === 'run' || hooks.afterEach === 'run'));
    const timedOut = error !== undefined && /^(?:Test|Hook) timed out in \d+ms/.test(error.message ?? '');
    const status =
      state === 'pass'
        ? 'passed'
        : state === 'fail'
          ? setup
            ? 'errored'
            : timedOut
              ? 'timed-out'
              : 'failed'
          : task.mode === 'todo'
            ? 'todo'
            : task.mode === 'skip' || state === 'skip'
              ? 'skipped'
              : 'not-collected';
    print(`${status === 'failed' ? 'not ok' : 'ok'} ${titles.join(' ')} (${status})`, error);
    this.send('test', {
      file,
      titles,
      status,
      ms: task.result?.duration,
      error,
      setup: setup ? true : undefined,
      marks,
    });
    return state === 'fail' ? 1 : 0;
  }
};

function print(line, error) {
  process.stdout.write(`${line}\n${error === undefined ? '' : `  ${String(error.stack ?? error.message)}\n`}`);
}

function describe(error) {
  const described = describeError(error);
  // Errors come from workers as plain objects; the parsed frames are source-mapped.
  if (described.name === undefined || described.class === 'Object') described.class = described.name;
  if (Array.isArray(error.stacks) && error.stacks.length > 0) {
    described.frames = error.stacks
      .slice(0, 30)
      .map(({ file, line, column, method }) => ({ __proto__: null, file, line, column, function: method }));
  }
  if ((described.message ?? '').startsWith('Test timed out')) described.code = 'TEC_TIMEOUT';
  return described;
}

module.exports.connect = (given) => {
  context = given;
  delete module.exports.connect;
};
