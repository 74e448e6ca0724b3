'use strict';
// uvu: its tests are functions in a queue that is run when all files are loaded. What a test is given to run is wrapped
// where it is declared, and the counts that uvu gives for a suite have to agree with it.

const { describeError } = require('../session.cjs');
const { callerPlace } = require('../caller.cjs');
const { withSources } = require('../compiled.cjs');

const { apply } = Reflect;

/** The module `uvu` itself: `suite` and `test` are replaced in what it exports. */
exports.adaptUvu = function adaptUvu(context, uvu) {
  if (typeof uvu.suite !== 'function' || typeof uvu.test !== 'function') return;
  context.send('runner', { name: 'uvu', version: context.package?.version });
  const state = { waiting: 0, keys: 0 };
  const { suite } = uvu;
  uvu.suite = (name = '', ...rest) => follow(apply(suite, undefined, [name, ...rest]), String(name), context, state);
  uvu.test = follow(uvu.test, '', context, state);
};

/** The interface of one suite, with everything that it is given watched. */
function follow(inner, suite, context, state) {
  const { send, windows, run } = context;
  let declared = [];
  let focused = [];
  let skipped = [];
  let current;

  const entry = (name, handler) => {
    const { file, files } = callerPlace(run.root) ?? { file: context.main, files: [] };
    const titles = suite === '' ? [String(name)] : [suite, String(name)];
    const also = withSources([file, ...files]).filter((other) => other !== file);
    return { key: state.keys++, file, also, titles, handler, status: 'not-run', error: undefined };
  };
  const fails = (error, inSetup) => {
    if (current === undefined || current.error !== undefined) return;
    Object.assign(current, { status: inSetup ? 'errored' : 'failed', error: describeError(error), inSetup });
  };
  const watched = (action, inSetup) =>
    async function (...args) {
      try {
        return await apply(action, this, args);
      } catch (error) {
        fails(error, inSetup);
        throw error;
      }
    };
  const finish = () => {
    if (current === undefined) return;
    const { key, file, also, titles, status, error, inSetup, started } = current;
    windows.end(current);
    send('test', { key, file, also, titles, status, ms: Date.now() - started, error, setup: inSetup === true });
    current = undefined;
  };
  /** The first thing that uvu does for a test: the next one of the suite's order has begun. */
  const beginNext = (order) => {
    let at = 0;
    return () => {
      finish();
      current = order[at++];
      if (current === undefined) return;
      Object.assign(current, { status: 'passed', started: Date.now() });
      const { key, file, also, titles } = current;
      windows.begin(current, file, titles);
      send('start', { key, file, also, titles });
    };
  };
  let next = () => {};
  const prepare = () => inner.before.each(() => next());
  prepare();

  const outer = (name, handler) => {
    declared.push(entry(name, handler));
    inner(name, watched(handler, false));
  };
  outer.only = (name, handler) => {
    send('mark', { mark: 'only' });
    focused.push(entry(name, handler));
    inner.only(name, watched(handler, false));
  };
  outer.skip = (name, ...rest) => {
    if (name !== undefined) skipped.push(entry(name));
    apply(inner.skip, undefined, [name, ...rest]);
  };
  outer.before = (action) => inner.before(action);
  outer.after = (action) => inner.after(action);
  outer.before.each = (action) => inner.before.each(watched(action, true));
  outer.after.each = (action) => inner.after.each(watched(action, true));
  outer.run = () => {
    const order = focused.length > 0 ? focused : declared;
    const left = focused.length > 0 ? [...declared, ...skipped] : skipped;
    [declared, focused, skipped] = [[], [], []];
    const group = globalThis.UVU_QUEUE[globalThis.UVU_INDEX || 0];
    const before = group.length;
    inner.run();
    prepare();
    const added = group.length - before === 1 ? group.pop() : undefined;
    if (typeof added !== 'function')
      return send('tamper', { what: 'the queue of uvu was changed while it was filled' });
    state.waiting += 1;
    for (const { key, file, also, titles } of order) send('planned', { key, file, also, titles });
    group.push(async () => {
      next = beginNext(order);
      const result = await added();
      finish();
      for (const { key, file, also, titles } of left) send('test', { key, file, also, titles, status: 'skipped' });
      const passed = order.filter(({ status }) => status === 'passed').length;
      for (const { key, file, also, titles, status } of order)
        if (status === 'not-run') send('test', { key, file, also, titles, status: 'errored', setup: true });
      if (result?.[1] !== passed) send('tamper', { what: 'uvu counts other results than its tests gave' });
      state.waiting -= 1;
      if (state.waiting === 0) send('end', {});
      return result;
    });
  };
  return outer;
}

/** The ES module of the package is exchanged for the other one, which can be watched: both do the same. */
exports.redirectModules = function redirectModules() {
  const { register } = require('node:module');
  if (typeof register !== 'function') return;
  const hooks = `export async function load(url, context, next) {
    if (!/\\/node_modules\\/uvu\\/dist\\/index\\.mjs$/.test(url)) return next(url, context);
    const source = 'import uvu from "./index.js"; export const { exec, suite, test } = uvu;';
    return { format: 'module', source, shortCircuit: true };
  }`;
  register('data:text/javascript,' + encodeURIComponent(hooks));
};
