'use strict';
// The reporter of node:test. `connect` is used once, by the preload; node then calls the exported function with the
// events of this process. Without a connection (the parent of `node --test`) it prints and reports nothing.

const { withSources } = require('./compiled.cjs');
const { describeError } = require('./session.cjs');

let context;
let uses = 0;

module.exports = async function* report(source) {
  const connected = context;
  uses++;
  if (connected !== undefined && uses > 1) connected.send('tamper', { what: 'the reporter was started twice' });
  if (connected !== undefined) connected.send('runner', { name: 'node:test', version: process.version });
  const follower = connected === undefined ? undefined : createFollower(connected);
  for await (const event of source) {
    if (follower !== undefined) follower(event);
    const line = print(event);
    if (line !== undefined) yield line;
  }
  if (connected !== undefined) connected.send('end', {});
};

module.exports.connect = (given) => {
  context = given;
  delete module.exports.connect;
};

function print({ type, data }) {
  const indent = '  '.repeat(data?.nesting ?? 0);
  if (type === 'test:stdout' || type === 'test:stderr') return data.message;
  if (type === 'test:pass') return `${indent}ok ${data.name}\n`;
  if (type === 'test:diagnostic') return `${indent}# ${data.message}\n`;
  if (type !== 'test:fail') return undefined;
  const cause = data.details?.error?.cause ?? data.details?.error;
  return `${indent}not ok ${data.name}\n${indent}  ${String(cause?.stack ?? cause).replaceAll('\n', '\n' + indent + '  ')}\n`;
}

function createFollower({ send, main }) {
  const open = [];
  const firstFailure = [];
  let key = 0;
  const onlyOnly = process.execArgv.includes('--test-only');
  // The place of the call that makes a test, as node tells it, may be in a file that the main one loads.
  const elsewhere = (data) => {
    const files = withSources([main, typeof data.file === 'string' ? data.file : main]);
    return files.filter((file) => file !== main);
  };

  return ({ type, data }) => {
    if (type === 'test:start') {
      open.length = data.nesting;
      open[data.nesting] = data.name;
      firstFailure[data.nesting + 1] = undefined;
      if (data.name !== main) {
        const titles = open.slice(0, data.nesting + 1);
        send('start', { key: undefined, file: main, also: elsewhere(data), titles });
      }
    } else if (type === 'test:diagnostic') {
      // Node tells about what happened after the end of a test in this form only.
      const match =
        /^(?:Warning|Error): Test "(.*?)"(?: at .*?)? generated asynchronous activity after the test ended\. This activity created the error "([\s\S]*)"/.exec(
          data.message,
        );
      if (match !== null) send('late', { name: match[1], message: match[2] });
    } else if (type === 'test:pass' || type === 'test:fail') {
      const titles = [...open.slice(0, data.nesting), data.name];
      const error = type === 'test:fail' ? data.details.error : undefined;
      const isSuite = data.details?.type === 'suite';
      const failureType = error?.failureType;
      const described =
        error === undefined
          ? undefined
          : describeError(
              failureType === 'testCodeFailure' || failureType === 'hookFailed' || error.cause instanceof Error
                ? error.cause
                : error,
            );
      if (failureType === 'testTimeoutFailure') described.code = 'TEC_TIMEOUT';
      const inner = failureType === 'subtestsFailed' ? firstFailure[data.nesting + 1] : undefined;
      if (error !== undefined && data.todo === undefined && data.skip === undefined)
        firstFailure[data.nesting] ??= inner ?? described;
      if (isSuite) {
        if (error !== undefined && failureType !== 'subtestsFailed') {
          send('hook-failed', { file: main, titles, each: false, after: false, group: titles, error: described });
        }
        return;
      }
      let status = error === undefined ? 'passed' : 'failed';
      if (data.skip !== undefined && data.skip !== false) status = 'skipped';
      else if (data.todo !== undefined && data.todo !== false) status = 'todo';
      else if (failureType === 'testTimeoutFailure') status = 'timed-out';
      else if (failureType === 'hookFailed') status = 'errored';
      send('test', {
        key: key++,
        file: main,
        also: elsewhere(data),
        titles,
        status,
        ms: data.details?.duration_ms,
        error: status === 'passed' ? undefined : (inner ?? described),
        setup: failureType === 'hookFailed' ? true : undefined,
        marks: [onlyOnly ? 'only' : undefined, data.expectFailure ? 'expected-to-fail' : undefined].filter(
          (mark) => mark !== undefined,
        ),
      });
    }
  };
}
