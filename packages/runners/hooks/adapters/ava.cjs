'use strict';
// AVA: its main process runs no test. Every test file has a worker (a thread or a process) that tells the main process
// what happens; we listen to the same messages. No new snapshots.

const childProcess = require('node:child_process');
const { syncBuiltinESMExports } = require('node:module');
const workerThreads = require('node:worker_threads');

/** Flags that take the next argument. */
const WITH_VALUE = new Set(['-m', '--match', '-c', '--concurrency', '-T', '--timeout', '--config', '--node-arguments']);

exports.adapt = function adapt(context) {
  const { narrow, send, life } = context;
  narrow.replaceArguments(WITH_VALUE);
  const kept = process.argv.slice(2).filter((arg) => !/^(?:-u|--update-snapshots|-w|--watch)$/.test(arg));
  process.argv.splice(2, Infinity, ...kept);
  // Only where it believes to be in CI AVA records no new snapshots; the workers see the variable as it was.
  const ci = process.env.CI;
  process.env.CI = 'true';
  const state = { keys: new Map(), isTold: false, failures: 0 };
  const asGiven = (options) => {
    if (options === null || typeof options !== 'object' || typeof options.env !== 'object') return;
    if (ci === undefined) delete options.env.CI;
    else options.env.CI = ci;
  };

  const { Worker } = workerThreads;
  workerThreads.Worker = class extends Worker {
    constructor(file, options) {
      asGiven(options);
      super(file, options);
      const test = options?.workerData?.options?.file;
      if (test !== undefined) this.on('message', (message) => follow(message?.ava, pathOf(test), send, state));
    }
  };
  const { fork } = childProcess;
  childProcess.fork = function (file, args, options) {
    asGiven(options);
    const child = Reflect.apply(fork, this, [file, args, options]);
    let test;
    const post = child.send;
    child.send = function (message, ...rest) {
      test ??= message?.ava?.options?.file;
      return Reflect.apply(post, this, [message, ...rest]);
    };
    child.on('message', (message) => {
      if (test !== undefined) follow(message?.ava, pathOf(test), send, state);
    });
    return child;
  };
  syncBuiltinESMExports();
  process.on('uncaughtExceptionMonitor', () => {
    // Some files may have had no worker yet.
    send('tamper', { what: 'the main process of ava broke off' });
  });
  life.atEnd(() => {
    if (state.isTold) send('end', { failures: state.failures });
  });
};

const pathOf = (file) => (String(file).startsWith('file://') ? require('node:url').fileURLToPath(file) : String(file));

function follow(event, file, send, state) {
  if (event === null || typeof event !== 'object') return;
  const tell = (type, fields) => {
    if (!state.isTold) send('runner', { name: 'ava' });
    state.isTold = true;
    send(type, fields);
  };
  const title = event.title === undefined ? undefined : String(event.title);
  const fields = (of = title) => {
    const id = JSON.stringify([file, of]);
    if (!state.keys.has(id)) state.keys.set(id, state.keys.size);
    return { key: state.keys.get(id), file, titles: [of] };
  };
  const result = (status, error) => {
    if (status === 'failed') state.failures++;
    const marks = event.knownFailing === true ? ['expected-to-fail'] : [];
    tell('test', { ...fields(), status, error, marks, ms: event.duration });
  };
  switch (event.type) {
    case 'declared-test':
      return tell('planned', fields());
    case 'selected-test':
      if (event.todo === true) return result('todo');
      return event.skip === true ? result('skipped') : tell('start', fields());
    case 'test-passed':
      return result('passed');
    case 'test-failed':
      return result('failed', errorOf(event.err));
    case 'hook-failed': {
      const test = /^(?:before|after)Each(?:\.always)? hook for ([\s\S]*)$/.exec(title ?? '')?.[1];
      state.failures++;
      return tell('hook-failed', {
        ...(test === undefined ? { file, titles: [title] } : fields(test)),
        each: test !== undefined,
        after: title?.startsWith('after') === true,
        group: [],
        error: errorOf(event.err),
      });
    }
    case 'process-exit':
      state.failures++;
      return tell('file-error', { file, error: { message: 'process.exit() was called', stack: event.stack } });
    case 'uncaught-exception':
    case 'unhandled-rejection':
    case 'internal-error':
      state.failures++;
      return tell('file-error', { file, error: errorOf(event.err) });
  }
}

/** An assertion of AVA; where the code under test threw, AVA makes an assertion of that too, with the stack of the error. */
function errorOf(err) {
  const given = err !== null && typeof err === 'object' ? err : { message: String(err) };
  const stack = text(given.stack) ?? text(given.error?.stack);
  const isAssertion = given.type === 'ava' || given.avaAssertionError === true || given.name === 'AssertionError';
  const message = text(given.message);
  if (isAssertion && /^(?:Error thrown in test|Rejected promise returned by test)/.test(message ?? '')) {
    const [first = ''] = (stack ?? '').split('\n');
    const [, name = 'Error', said] = /^([\w$.]+)(?: \[\w+\])?: (.*)$/.exec(first) ?? [];
    return { name, message: said ?? message, stack };
  }
  if (!isAssertion) return { name: text(given.name) ?? 'Error', message, stack, code: text(given.code) };
  const details = (given.formattedDetails ?? given.values ?? []).map((one) => `${one.label} ${one.formatted}`);
  return {
    name: 'AssertionError',
    message: message ?? [text(given.assertion) ?? 'assertion', ...details].join(' '),
    stack,
  };
}

const text = (value) => (typeof value === 'string' && value !== '' ? value : undefined);
