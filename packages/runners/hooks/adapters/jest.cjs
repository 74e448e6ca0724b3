'use strict';
// jest: our reporter in the place of the configured ones, no snapshot is written, the cache is outside of the tree.

const path = require('node:path');
const { flagsOf } = require('../narrow.cjs');

/** Flags of jest that take the next argument. */
const WITH_VALUE = new Set(
  (
    '-c --config --rootDir --roots --selectProjects --ignoreProjects --projects --env --testEnvironment --testEnvironmentOptions --cacheDirectory --collectCoverageFrom ' +
    '--coverageDirectory --coverageProvider --coverageReporters --coverageThreshold --globals --globalSetup --globalTeardown --maxConcurrency --maxWorkers -w ' +
    '--moduleDirectories --moduleFileExtensions --moduleNameMapper --modulePathIgnorePatterns --modulePaths --notifyMode --outputFile --preset --prettierPath ' +
    '--reporters --resolver --runner --seed --setupFiles --setupFilesAfterEnv --shard --snapshotSerializers --testLocationInResults --testMatch -t --testNamePattern ' +
    '--testPathIgnorePatterns --testRegex --testResultsProcessor --testRunner --testSequencer --testTimeout --testURL --transform --transformIgnorePatterns ' +
    '--unmockedModulePathPatterns --watchPathIgnorePatterns --workerIdleMemoryLimit --changedSince --filter --testPathPatterns --testPathPattern'
  ).split(' '),
);

exports.adapt = function adapt(context) {
  const { run, narrow } = context;
  const reporter = path.join(run.hooks, 'jest-reporter.cjs');
  require('../jest-reporter.cjs').connect(context);
  // Without workers the tests run in this process.
  if (context.namesTests) require('./on-load.cjs').watchModules(context);
  let args = process.argv
    .slice(2)
    .filter(
      (arg) =>
        arg !== '--ci' &&
        arg !== '--no-ci' &&
        arg !== '-u' &&
        arg !== '--updateSnapshot' &&
        arg !== '--watch' &&
        arg !== '--watchAll' &&
        !arg.startsWith('--ci='),
    );
  args = args.filter(
    (arg, i) => !arg.startsWith('--reporters') && args[i - 1] !== '--reporters' && !arg.startsWith('--cacheDirectory'),
  );
  if (narrow.files.length > 0)
    args = [
      ...flagsOf(args, WITH_VALUE).filter((arg) => arg !== '--runTestsByPath'),
      '--runTestsByPath',
      ...narrow.files,
    ];
  process.argv.splice(
    2,
    Infinity,
    '--ci',
    '--reporters=' + reporter,
    '--cacheDirectory=' + path.join(run.tmp, 'jest-cache'),
    ...args,
  );
};
