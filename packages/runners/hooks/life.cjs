'use strict';
// How the process ends: errors that nobody caught, calls of process.exit, and the last event of its session.

const { describeError } = require('./session.cjs');

/**
 * `life.atEnd(action)` adds something to do before the session is closed. The close event is sent after all `exit`
 * listeners; a process that is killed has none.
 */
exports.watchLife = function watchLife(send, replacedAssert) {
  const actions = [];
  const { emit, reallyExit } = process;
  const { apply } = Reflect;
  const ErrorClass = Error;
  let isClosed = false;
  let called = '';

  const close = (code) => {
    if (isClosed) return;
    isClosed = true;
    for (let i = 0; i < actions.length; i++) actions[i]();
    const replaced = replacedAssert === undefined ? undefined : replacedAssert();
    if (replaced !== undefined) send('tamper', { what: replaced + ' was replaced while the tests ran' });
    send('close', { code: typeof code === 'number' ? code : 0, called });
  };
  const noteCaller = () => {
    const limit = ErrorClass.stackTraceLimit;
    ErrorClass.stackTraceLimit = 30;
    called = new ErrorClass('exit').stack;
    ErrorClass.stackTraceLimit = limit;
  };

  process.on('uncaughtExceptionMonitor', (error, origin) => {
    // A test library that listens takes it for the failure of a test.
    const isCaught = process.listenerCount('uncaughtException') > 0 || process.hasUncaughtExceptionCaptureCallback();
    if (!isClosed) send('uncaught', { origin, isCaught, error: describeError(error) });
  });
  process.emit = function (name, ...rest) {
    if (name !== 'exit' || this !== process || !process._exiting) return apply(emit, this, [name, ...rest]);
    noteCaller();
    try {
      const result = apply(emit, this, [name, ...rest]);
      close(process.exitCode === undefined ? rest[0] : process.exitCode);
      return result;
    } catch (error) {
      // An assertion in an `exit` listener: Node ends the process with this error, and asks nobody any more.
      send('uncaught', { origin: 'exit', error: describeError(error) });
      close(1);
      throw error;
    }
  };
  // An `exit` listener that calls process.exit never comes back to the function above.
  process.reallyExit = function (code) {
    if (called === '') noteCaller();
    close(code);
    return apply(reallyExit, this, [code]);
  };
  return {
    atEnd: (action) => {
      actions[actions.length] = action;
    },
  };
};
