'use strict';
// Start and end of tests in the worker processes of jest and vitest, which tell their main process about them.

/** jest: its workers send messages; without workers its emitter is told in the same process. */
function followJest(windows, event, payload) {
  if (event !== 'test-case-start' && event !== 'test-case-result') return;
  const [file, info] = Array.isArray(payload) ? payload : [];
  if (typeof file !== 'string' || !Array.isArray(info?.ancestorTitles)) return;
  const titles = [...info.ancestorTitles, info.title];
  const id = JSON.stringify([file, titles]);
  if (event === 'test-case-start') windows.begin(id, file, titles);
  else windows.end(id);
}

/** vitest keeps the task that runs in the state of its worker. */
function followVitest(windows, state) {
  let current = state.current;
  let open;
  Object.defineProperty(state, 'current', {
    configurable: true,
    enumerable: true,
    get: () => current,
    set: (task) => {
      current = task;
      const isTest = task !== undefined && task !== null && (task.type === 'test' || task.type === 'custom');
      if (isTest && task.id === open) return;
      if (open !== undefined) windows.end(open);
      open = isTest ? task.id : undefined;
      if (!isTest) return;
      const titles = [task.name];
      for (let suite = task.suite; suite !== undefined && suite !== null; suite = suite.suite) {
        if (suite.filepath === undefined) titles.unshift(suite.name);
      }
      windows.begin(open, task.file?.filepath, titles);
    },
  });
}

/** For a process that tests or runners start. */
exports.watchWorker = function watchWorker(windows) {
  const { send } = process;
  if (typeof send !== 'function') return;
  process.send = function (message, ...rest) {
    if (Array.isArray(message) && Array.isArray(message[1])) followJest(windows, message[1][0], message[1][1]);
    return Reflect.apply(send, this, [message, ...rest]);
  };
  if (process.env.VITEST === undefined) return;
  const { defineProperty } = Object;
  Object.defineProperty = function (object, name, descriptor) {
    const result = defineProperty(object, name, descriptor);
    const isState = name === '__vitest_worker__' && object === globalThis && typeof descriptor?.value === 'object';
    if (isState && descriptor.value !== null) followVitest(windows, descriptor.value);
    return result;
  };
};

/** For the main process of jest: `emit` of its event emitter. */
exports.watchEmitter = function watchEmitter(windows, Emittery) {
  const { emit } = Emittery.prototype ?? {};
  if (typeof emit !== 'function') return;
  Emittery.prototype.emit = function (event, payload, ...rest) {
    followJest(windows, event, payload);
    return Reflect.apply(emit, this, [event, payload, ...rest]);
  };
};
