'use strict';
// vitest: our reporter in the place of the configured ones, no retries, no cache, no watching, no new snapshots.

const fsp = require('node:fs/promises');
const path = require('node:path');
const { flagsOf } = require('../narrow.cjs');

/** Flags of vitest that take the next argument. */
const WITH_VALUE = new Set(
  (
    '-r --root -c --config -t --testNamePattern --dir --reporter --outputFile --mode --environment --pool --shard --browser --project --exclude --testTimeout ' +
    '--hookTimeout --teardownTimeout --bail --retry --maxConcurrency --maxWorkers --minWorkers --workspace --diff --slowTestThreshold --configLoader --environmentOptions'
  ).split(' '),
);
const COMMANDS = new Set(['run', 'watch', 'dev', 'related', 'bench', 'init', 'list', 'typecheck']);

exports.adapt = function adapt(context) {
  const { run, narrow } = context;
  require('../vitest-reporter.cjs').connect(context);
  let args = process.argv.slice(2);
  const command = COMMANDS.has(args[0]) ? args.shift() : 'run';
  if (command === 'list' || command === 'init') return;
  args = args.filter(
    (arg, i) =>
      !/^--(?:reporter|retry|outputFile|watch|update)\b/.test(arg) &&
      arg !== '-u' &&
      arg !== '-w' &&
      !/^--(?:reporter|retry|outputFile)$/.test(args[i - 1] ?? ''),
  );
  if (narrow.files.length > 0)
    args = [...flagsOf(args, WITH_VALUE), ...narrow.files.map((file) => path.relative(process.cwd(), file))];
  process.argv.splice(
    2,
    Infinity,
    command === 'watch' || command === 'dev' ? 'run' : command,
    '--reporter=' + path.join(run.hooks, 'vitest-reporter.mjs'),
    '--retry=0',
    '--no-cache',
    '--watch=false',
    ...(run.coverage.length > 0 ? ['--pool=forks'] : []),
    ...args,
  );
  // Only with CI set vitest writes no new snapshots; the reporter takes it back before a worker starts.
  context.ci = process.env.CI;
  process.env.CI = 'true';

  // Vite bundles a TypeScript configuration into node_modules, and writes it elsewhere only on EACCES. Here that folder
  // may be on a read-only file system, which is another code for the same thing.
  const { mkdir, writeFile } = fsp;
  const asAccess =
    (work) =>
    async (...args) => {
      try {
        return await work(...args);
      } catch (error) {
        if (error.code === 'EROFS') error.code = 'EACCES';
        throw error;
      }
    };
  fsp.mkdir = asAccess(mkdir);
  fsp.writeFile = asAccess(writeFile);
};
