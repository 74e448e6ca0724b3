'use strict';
// tape: its object stream takes the place of the TAP text. A test is one `test()` with its assertions inside.

const { describeError } = require('../session.cjs');
const { callerFile } = require('../caller.cjs');

const { apply } = Reflect;

exports.adapt = function adapt(context, module) {
  const { send, run, main } = context;
  const tape = module.exports;
  if (typeof tape !== 'function' || typeof tape.createStream !== 'function') return;
  const files = [];
  const wrap = (original) =>
    function (...args) {
      files[files.length] = callerFile(run.root) || main;
      return apply(original, this, args);
    };

  let isStarted = false;
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    send('runner', { name: 'tape' });
    follow(tape.createStream({ objectMode: true }), send, files);
  };
  const wrapped = wrap(function (...args) {
    start();
    return apply(tape, this, args);
  });
  const only = wrap(function (...args) {
    start();
    send('mark', { mark: 'only' });
    return apply(tape.only, this, args);
  });
  for (const name of Object.getOwnPropertyNames(tape)) {
    const descriptor = Object.getOwnPropertyDescriptor(tape, name);
    if (name !== 'prototype' && descriptor.configurable !== false && name !== 'length' && name !== 'name')
      Object.defineProperty(wrapped, name, descriptor);
  }
  wrapped.test = wrapped;
  wrapped.only = only;
  // A stream that the tests ask for themselves must not become the first one, which alone sees all.
  wrapped.createStream = function (...args) {
    start();
    return apply(tape.createStream, this, args);
  };
  module.exports = wrapped;
};

function follow(stream, send, files) {
  const tests = new Map();
  let roots = 0;
  const write = process.stdout.write;
  const say = (text) => {
    apply(write, process.stdout, [text + '\n']);
  };
  stream.on('data', (row) => {
    if (row === null || typeof row !== 'object') return;
    if (row.type === 'test') {
      const parent = row.parent === undefined ? undefined : tests.get(row.parent);
      const isRoot = parent === undefined;
      const test = {
        titles: isRoot ? [String(row.name)] : [...parent.titles, String(row.name)],
        file: isRoot ? files[roots++] : parent.file,
        failure: undefined,
        asserts: 0,
        status: row.skip ? 'skipped' : row.todo ? 'todo' : 'passed',
        parent,
        started: Date.now(),
      };
      tests.set(row.id, test);
      say('# ' + test.titles.join(' '));
      send('start', { key: row.id, file: test.file, titles: test.titles });
    } else if (row.type === 'assert') {
      const test = tests.get(row.test);
      if (test === undefined) return;
      test.asserts++;
      say((row.ok ? 'ok ' : 'not ok ') + String(row.name));
      if (row.ok || row.todo || row.skip) return;
      for (let at = test; at !== undefined; at = at.parent) {
        if (at.status !== 'passed') continue;
        at.status = 'failed';
        at.failure = failureOf(row);
      }
      say(
        '  ' +
          (test.failure === undefined
            ? ''
            : String(test.failure.stack || test.failure.message)
                .split('\n')
                .join('\n  ')),
      );
    } else if (row.type === 'end') {
      const test = tests.get(row.test);
      if (test === undefined) return;
      send('test', {
        key: row.test,
        file: test.file,
        titles: test.titles,
        status: test.status,
        ms: Date.now() - test.started,
        error: test.failure,
      });
    }
  });
  stream.on('end', () => send('end', {}));
}

function failureOf(row) {
  const isThrown = row.operator === 'error' || row.operator === 'throws' || row.operator === 'doesNotThrow';
  const thrown = isThrown && row.actual instanceof Error ? row.actual : undefined;
  const out = describeError(thrown === undefined ? row.error : thrown);
  out.operator = String(row.operator);
  if (row.operator === 'fail' && String(row.name).startsWith('test timed out')) out.code = 'TEC_TIMEOUT';
  // An exception in the callback of a test is told with `.fail`-like rows without an operator of comparison.
  else if (thrown === undefined) {
    out.class = 'AssertionError';
    out.name = 'AssertionError';
    out.message = String(row.name) + (out.message === undefined ? '' : '');
  }
  return out;
}
