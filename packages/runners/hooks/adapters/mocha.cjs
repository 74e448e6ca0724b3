'use strict';
// mocha: listens to the runner itself, next to whatever reporter the repository uses. Retries are off.

const fs = require('node:fs');
const path = require('node:path');
const { describeError } = require('../session.cjs');
const { callerPlace } = require('../caller.cjs');
const { isTypeScript, withSources } = require('../compiled.cjs');

const { apply } = Reflect;
const adapted = new WeakSet();
/** Files of the tree whose code made a test, beside the one that mocha loaded. */
const places = new WeakMap();

/** Titles of the groups, then its own. Old versions of mocha have no such method. */
function titlesOf(node) {
  if (typeof node.titlePath === 'function') return node.titlePath();
  const outer = node.parent === undefined || node.parent === null ? [] : titlesOf(node.parent);
  return node.root === true ? outer : [...outer, node.title];
}

function load(dir, name) {
  for (const ending of ['.js', '.cjs']) {
    const file = path.join(dir, name + ending);
    if (!fs.existsSync(file)) continue;
    const found = require(file);
    return { file, exports: found.default ?? found };
  }
  return undefined;
}

/** Of a test that is compiled first, the command runs what the compiler makes: all of it then. */
function narrowed({ narrow: { files } }, found) {
  const own = found.map((file) => path.resolve(file));
  return files.filter(isTypeScript).every((file) => own.includes(file)) ? files : found;
}

exports.adaptCli = function adaptCli(context) {
  const { dir } = context.package;
  if (context.narrow.files.length > 0) {
    const collect = load(dir, 'lib/cli/collect-files');
    // Old versions look for the files in their program.
    if (collect === undefined) context.narrowsWhileLoading = true;
    else {
      const original = collect.exports;
      require.cache[collect.file].exports = (options) => {
        const { files } = context.narrow;
        if (files.some(isTypeScript)) {
          const found = original(options);
          if (narrowed(context, Array.isArray(found) ? found : (found?.files ?? [])) !== files) return found;
        }
        return original({ ...options, spec: files, ignore: [] });
      };
    }
  }
  const mocha = load(dir, 'lib/mocha');
  if (mocha !== undefined) exports.adaptClass(context, mocha.exports);
};

exports.adaptClass = function adaptClass(context, Mocha) {
  if (typeof Mocha !== 'function' || adapted.has(Mocha)) return;
  adapted.add(Mocha);
  const { send } = context;
  const { addTest } = Mocha.Suite.prototype;
  Mocha.Suite.prototype.addTest = function (test) {
    const place = callerPlace(context.run.root);
    if (place !== undefined) places.set(test, withSources(place.files));
    return apply(addTest, this, [test]);
  };
  const { run, loadFiles, loadFilesAsync } = Mocha.prototype;
  let loading;
  const tellRunner = () =>
    send('runner', { name: 'mocha', version: context.package === undefined ? undefined : context.package.version });
  const noteLoadError = (error) => {
    tellRunner();
    send('file-error', { file: loading, error: describeError(error) });
  };
  const concealOnce = () => {
    context.conceal?.();
    context.conceal = undefined;
  };
  const watchLoading = (mocha) => {
    concealOnce();
    mocha.suite.on('pre-require', (_, file) => {
      loading = file;
    });
  };
  Mocha.prototype.loadFiles = function (...args) {
    watchLoading(this);
    if (context.narrowsWhileLoading) this.files = narrowed(context, this.files);
    try {
      return apply(loadFiles, this, args);
    } catch (error) {
      noteLoadError(error);
      throw error;
    }
  };
  Mocha.prototype.loadFilesAsync = function (...args) {
    watchLoading(this);
    return apply(loadFilesAsync, this, args).catch((error) => {
      noteLoadError(error);
      throw error;
    });
  };
  // A repeated test would hide that it failed.
  const { retries } = Mocha.Runnable === undefined ? {} : Mocha.Runnable.prototype;
  if (retries !== undefined) {
    const suiteRetries = Mocha.Suite.prototype.retries;
    Mocha.Runnable.prototype.retries = function (...args) {
      return args.length === 0 ? apply(retries, this, args) : apply(retries, this, [0]);
    };
    Mocha.Suite.prototype.retries = function (...args) {
      return args.length === 0 ? apply(suiteRetries, this, args) : apply(suiteRetries, this, [0]);
    };
  }
  Mocha.prototype.run = function (...args) {
    const Reporter = this._reporter;
    const isParallel = this.options.parallel === true;
    this._reporter = function (runner, options) {
      follow(runner, send, isParallel, context.windows);
      return new Reporter(runner, options);
    };
    this._reporter.prototype = Reporter.prototype;
    concealOnce();
    tellRunner();
    if (typeof this.suite.hasOnly === 'function' && this.suite.hasOnly()) send('mark', { mark: 'only' });
    return apply(run, this, args);
  };
};

function follow(runner, send, isParallel, windows) {
  const keys = new WeakMap();
  let count = 0;
  const keyOf = (test) => {
    // A test of a worker is another copy in each of its events.
    if (isParallel) return undefined;
    if (!keys.has(test)) keys.set(test, count++);
    return keys.get(test);
  };
  const fields = (test) => ({
    __proto__: null,
    key: keyOf(test),
    file: test.file,
    also: places.get(test)?.filter((file) => file !== test.file),
    titles: titlesOf(test),
  });
  const result = (test, status, error) => {
    send('test', { ...fields(test), status, ms: typeof test.duration === 'number' ? test.duration : undefined, error });
  };

  runner.on('start', () => {
    if (isParallel) return;
    const walk = (suite) => {
      for (const test of suite.tests) send('planned', fields(test));
      for (const child of suite.suites) walk(child);
    };
    if (runner._grep === undefined || String(runner._grep) === '/.*/') walk(runner.suite);
  });
  runner.on('test', (test) => {
    if (!isParallel) send('start', fields(test));
  });
  runner.on('pass', (test) => result(test, 'passed'));
  // `it.skip` and a test without a body look the same here.
  runner.on('pending', (test) => result(test, 'skipped'));
  runner.on('retry', (test) => send('retried', fields(test)));
  runner.on('fail', (test, error) => {
    const described = describeError(error);
    if (test.type === 'hook') {
      const current = test.ctx === undefined ? undefined : test.ctx.currentTest;
      const each = /each/.test(test.title) && current !== undefined;
      send('hook-failed', {
        ...(each ? fields(current) : { key: undefined, file: test.file, titles: titlesOf(test) }),
        each,
        after: /after/.test(test.title),
        group: test.parent === undefined ? [] : titlesOf(test.parent),
        error: described,
      });
      return;
    }
    // Old versions give the error no code.
    const said = described.code ?? described.message ?? '';
    const timedOut = /^(?:ERR_MOCHA_TIMEOUT$|Timeout of \d+ms exceeded)/.test(said);
    result(test, timedOut ? 'timed-out' : 'failed', described);
  });
  runner.on('end', () => send('end', { failures: runner.failures }));
  if (!isParallel) followWindows(runner, windows);
}

/** The hooks of a test come after its own start and before the start of the next; those of a group belong to the group. */
function followWindows(runner, windows) {
  let open;
  const turnTo = (next, file, titles) => {
    if (open !== undefined) windows.end(open);
    open = next;
    if (next !== undefined) windows.begin(next, file, titles);
  };
  runner.on('test', (test) => turnTo(test, test.file, titlesOf(test)));
  runner.on('hook', (hook) => {
    if (!/^"(?:before|after) all"/.test(hook.title)) return;
    const group = hook.parent === undefined ? [] : titlesOf(hook.parent);
    turnTo(windows.isGroup(group) ? undefined : hook, hook.file, group);
  });
  runner.on('suite end', () => turnTo(undefined));
}
