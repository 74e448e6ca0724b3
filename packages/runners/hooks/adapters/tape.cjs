'use strict';
// tape: listens to the tests themselves, next to whatever output the repository uses. A test is one `test()` with its
// assertions inside.

const { describeError } = require('../session.cjs');
const { callerPlace } = require('../caller.cjs');
const { withSources } = require('../compiled.cjs');

const { apply } = Reflect;

/** `Results` (lib/results.js) sees every test that any harness gets, in the call that makes it. */
exports.adaptResults = function adaptResults(context, Results) {
  const { push, only } = Results.prototype;
  if (typeof push !== 'function' || typeof only !== 'function') return;
  const { send } = context;
  const known = new WeakSet();
  let running = 0;
  let keys = 0;
  const nextKey = () => keys++;
  Results.prototype.push = function (...args) {
    if (!known.has(this)) {
      known.add(this);
      if (running++ === 0) send('runner', { name: 'tape', version: context.tapeVersion });
      this.on('_push', (test) => {
        const { file, files } = callerPlace(context.run.root) ?? { file: context.main, files: [] };
        follow(test, undefined, { file, also: others(files, file) }, context, nextKey);
      });
      this.once('done', () => {
        if (--running === 0) send('end', {});
      });
    }
    return apply(push, this, args);
  };
  Results.prototype.only = function (...args) {
    send('mark', { mark: 'only' });
    return apply(only, this, args);
  };
};

const others = (files, file) => withSources([file, ...files]).filter((other) => other !== file);

function follow(test, parent, { file, also }, context, nextKey) {
  const { send, windows, run } = context;
  const name = String(test.name);
  const titles = parent === undefined ? [name] : [...parent.titles, name];
  const key = nextKey();
  const state = { titles, parent, failure: undefined, status: test._skip ? 'skipped' : test._todo ? 'todo' : 'passed' };
  const started = Date.now();
  test.once('prerun', () => {
    windows.begin(test, file, titles, true);
    send('start', { key, file, also, titles });
  });
  test.on('test', (inner) => {
    // An inner test belongs to the file of its parent, and to the files whose code makes it just now.
    const here = callerPlace(run.root)?.files ?? [];
    follow(inner, state, { file, also: [...new Set([...others(here, file), ...also])] }, context, nextKey);
  });
  test.on('result', (row) => {
    if (row === null || typeof row !== 'object' || row.ok || row.todo || row.skip) return;
    for (let at = state; at !== undefined; at = at.parent) {
      if (at.status !== 'passed') continue;
      at.status = 'failed';
      at.failure = failureOf(row);
    }
  });
  test.once('end', () => {
    windows.end(test);
    const timedOut = state.failure !== undefined && state.failure.code === 'TEC_TIMEOUT';
    send('test', {
      key,
      file,
      also,
      titles,
      status: timedOut ? 'timed-out' : state.status,
      ms: Date.now() - started,
      error: state.failure,
    });
  });
}

function failureOf(row) {
  // `t.error(err)` and `t.end(err)` are given an error of the code under test; other operators compare.
  const thrown = row.operator === 'error' && row.actual instanceof Error ? row.actual : undefined;
  const out = describeError(thrown ?? row.error);
  out.operator = String(row.operator);
  if (thrown !== undefined) return out;
  if (row.operator === 'fail' && / timed out after \d+ms$/.test(String(row.name))) out.code = 'TEC_TIMEOUT';
  out.name = 'AssertionError';
  out.class = 'AssertionError';
  out.message = String(row.name);
  return out;
}
