'use strict';
// Loaded first in every Node process of a run. It finds out what the process is, opens a session on the event channel
// where tests may run in it, and adapts the test runner. Ordinary processes stay as they are.

const path = require('node:path');
const fs = require('node:fs');
const { isMainThread } = require('node:worker_threads');
const { NO_WINDOWS } = require('./windows.cjs');

/** `channel`: the folder with the pipes and run.json; `role`: `main`, or `child` for what tests start themselves. */
module.exports = function preload(channel, role) {
  const run = JSON.parse(fs.readFileSync(path.join(channel, 'run.json'), 'utf8'));
  const recordsCoverage = run.coverage.length > 0;
  const namesTests = run.coverageOf.length > 0;
  if (role === 'child' || !isMainThread) {
    if (!recordsCoverage) return;
    const windows = require('./coverage.cjs').startCoverage(run, channel);
    if (windows !== undefined && namesTests && isMainThread)
      require('./adapters/windows-of-workers.cjs').watchWorker(windows);
    return;
  }
  const { recognise, usesTestLibrary, usesUvu } = require('./recognise.cjs');
  const { kind, main, package: found } = recognise(run.root);
  if (kind === 'starter') return;
  // node-tap asks for TAP by this variable; without, it draws what nobody can read. A reporter that is chosen stays.
  if (kind === 'tool' && (found?.name === 'tap' || found?.name === '@tapjs/run')) process.env.TAP ??= '1';
  const narrow = require('./narrow.cjs').narrowing(run);
  if (kind === 'node-test-parent') {
    require('./adapters/node-test.cjs').adaptParent(run, narrow);
    return;
  }
  if (
    narrow.isElsewhere &&
    (kind === 'mocha' || kind === 'jest' || kind === 'vitest' || kind === 'ava' || kind === 'tape')
  ) {
    // The run is narrowed to files of other packages: nothing is asked of this one.
    process.exit(0);
  }

  const { openSession } = require('./session.cjs');
  const send = openSession(channel);
  if (send === undefined) return;
  const hostsTests = kind !== 'eval' && kind !== 'tool';
  const isTestChild = process.env.NODE_TEST_CONTEXT !== undefined;
  // Its own events on stdout could be forged by the test; without the variable the child reports to our reporter.
  if (isTestChild) delete process.env.NODE_TEST_CONTEXT;
  send('open', {
    kind,
    main,
    pid: process.pid,
    parent: process.ppid,
    child: isTestChild,
    library: (kind === 'script' || kind === 'host') && usesTestLibrary(main),
    tool: found === undefined ? undefined : found.name,
    version: found === undefined ? undefined : found.version,
  });
  const integrity =
    hostsTests && kind !== 'jest' && kind !== 'vitest' && kind !== 'ava'
      ? require('./integrity.cjs').watchAssert()
      : undefined;
  const life = require('./life.cjs').watchLife(send, integrity);
  const context = { run, channel, send, narrow, package: found, main, life, namesTests, windows: NO_WINDOWS };
  const conceal = () => require('./conceal.cjs').conceal(channel, run.hooks, recordsCoverage);
  // mocha may start itself again, with flags for node: there it is done when it comes to the test files.
  if (kind === 'mocha') context.conceal = conceal;
  else if (hostsTests) conceal();
  if (hostsTests && kind !== 'jest' && kind !== 'vitest' && kind !== 'ava')
    require('./inline-maps.cjs').readInlineMaps();
  // The main process of vitest and of AVA runs no test.
  if (recordsCoverage && kind !== 'vitest' && kind !== 'ava')
    context.windows = require('./coverage.cjs').startCoverage(run, channel, send, life);

  if (kind === 'mocha') require('./adapters/mocha.cjs').adaptCli(context);
  else if (kind === 'jest') require('./adapters/jest.cjs').adapt(context);
  else if (kind === 'vitest') require('./adapters/vitest.cjs').adapt(context);
  else if (kind === 'ava') require('./adapters/ava.cjs').adapt(context);
  else {
    if (kind === 'tape') narrow.replaceArguments(new Set(['-r', '--require', '-i', '--ignore', '--ignore-pattern']));
    if (kind === 'uvu' || usesUvu(main)) require('./adapters/uvu.cjs').redirectModules();
    require('./adapters/node-test.cjs').adaptChild(context);
    require('./adapters/on-load.cjs').watchModules(context);
  }
};
