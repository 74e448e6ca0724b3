'use strict';
// The reporter of jest, in its main process. `connect` is used once, by the preload.

const { describeError } = require('./session.cjs');

let context;
let uses = 0;

module.exports = class Reporter {
  constructor() {
    this.send = context === undefined ? () => {} : context.send;
    if (++uses > 1) this.send('tamper', { what: 'the reporter was started twice' });
    this.send('runner', { name: 'jest', version: context?.package?.version });
  }

  onTestFileStart(test) {
    this.send('file-start', { file: test.path });
  }

  onTestFileResult(test, result) {
    const file = test.path;
    if (result.testExecError !== undefined && result.testExecError !== null) {
      const error = describeError(result.testExecError);
      error.stack ??= result.failureMessage ?? undefined;
      error.message ??= error.stack;
      this.send('file-error', { file, error });
      process.stderr.write(`${String(result.failureMessage)}\n`);
    }
    for (const one of result.testResults) this.report(file, one);
    const { snapshot } = result;
    if (snapshot !== undefined && snapshot.added > 0)
      this.send('tamper', { what: `${snapshot.added} snapshots were written` });
    this.send('file-end', { file });
  }

  report(file, one) {
    const message = one.failureMessages?.[0];
    const detail = one.failureDetails?.[0];
    let error;
    if (message !== undefined) {
      error = describeError(detail ?? message);
      // Between processes an error keeps only its own enumerable properties; the text has the rest.
      error.stack = String(message);
      const head = /^(?:\s*)([A-Za-z_$][\w$.]*)(?: \[[A-Z_]+\])?: ([\s\S]*?)(?:\n\s+at |$)/.exec(error.stack);
      if (detail === undefined || detail === null || detail.message === undefined)
        error.message = head === null ? error.stack.split('\n')[0] : head[2];
      if (error.name === undefined || error.name === 'string') error.name = head === null ? 'Error' : head[1];
      if (typeof detail === 'object' && detail !== null && 'matcherResult' in detail) error.matcher = true;
      // Failures of node:assert are told by jest as a text of its own form.
      if (/^assert(?:\.\w+)*\(/.test(error.message)) error.name = 'AssertionError';
      if (error.class === 'Object' || error.class === 'String') error.class = undefined;
      if (error.matcher === true) error.name = 'JestAssertionError';
      if (
        /^(?:thrown: )?"?Exceeded timeout of \d+ ms for a (?:test|hook)/.test(
          String(detail?.message ?? message).replace(/^Error: /, ''),
        )
      )
        error.code = 'TEC_TIMEOUT';
      process.stdout.write(`not ok ${one.fullName}\n  ${error.stack.replaceAll('\n', '\n  ')}\n`);
    } else if (one.status === 'passed') process.stdout.write(`ok ${one.fullName}\n`);
    const hook = error !== undefined && /for a hook/.test(error.stack);
    const status =
      one.status === 'passed'
        ? 'passed'
        : one.status === 'failed'
          ? error?.code === 'TEC_TIMEOUT' && !hook
            ? 'timed-out'
            : hook
              ? 'errored'
              : 'failed'
          : one.status === 'todo'
            ? 'todo'
            : 'skipped';
    this.send('test', {
      file,
      titles: [...one.ancestorTitles, one.title],
      status,
      ms: one.duration ?? undefined,
      error,
      setup: hook ? true : undefined,
      marks: [
        one.invocations > 1 ? 'retried' : undefined,
        one.failing === true ? 'expected-to-fail' : undefined,
      ].filter((mark) => mark !== undefined),
    });
  }

  onRunComplete(_, results) {
    if (results.runExecError !== undefined)
      this.send('uncaught', { origin: 'run', error: describeError(results.runExecError) });
    this.send('end', {
      failures: results.numFailedTests + results.numRuntimeErrorTestSuites,
      total: results.numTotalTests,
    });
  }

  getLastError() {
    return undefined;
  }
};

module.exports.connect = (given) => {
  context = given;
  delete module.exports.connect;
};
