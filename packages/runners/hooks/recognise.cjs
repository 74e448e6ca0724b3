'use strict';
// Which program this process is, from its main file. Names of packages, never of files of the tree.

const fs = require('node:fs');
const path = require('node:path');

/** Programs that start others, or manage packages: no test is ever run inside of them. */
const STARTERS = new Set([
  'npm',
  'pnpm',
  'yarn',
  'corepack',
  'c8',
  'nyc',
  'cross-env',
  'npm-run-all',
  'npm-run-all2',
  'concurrently',
  'dotenv-cli',
  'wireit',
  'turbo',
  'nx',
  'lerna',
  'tsx',
  'prettier',
  'eslint',
  'oxlint',
  'typescript',
  'node-gyp',
]);
/** Programs that run a script of the tree in their own process; the script is their first free argument. */
const HOSTS = new Set(['ts-node', 'esno', 'esm', '@babel/node', '@swc-node/register', 'sucrase', 'esbuild-register']);

/** Name, version and folder of the package that a file belongs to; undefined where no manifest names one. */
function packageOf(file) {
  for (let dir = path.dirname(file); ; dir = path.dirname(dir)) {
    try {
      const { name, version } = JSON.parse(fs.readFileSync(path.join(dir, 'package.json'), 'utf8'));
      if (typeof name === 'string') return { name, version: String(version), dir };
    } catch (error) {
      // A folder without a (readable) manifest: the next one up decides.
      if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR' && !(error instanceof SyntaxError)) throw error;
    }
    if (path.dirname(dir) === dir) return undefined;
  }
}

function real(file) {
  try {
    const found = fs.realpathSync(file);
    // `node test` for a folder runs what its manifest names, or its index.
    return fs.statSync(found).isDirectory() ? fs.realpathSync(require.resolve(path.resolve(file))) : found;
  } catch (error) {
    // `node test` may leave out the extension; anything else that is missing ends the process by itself.
    for (const ending of ['.js', '.cjs', '.mjs', '.json', '/index.js'])
      if (fs.existsSync(file + ending)) return fs.realpathSync(file + ending);
    return error.code === undefined ? file : path.resolve(file);
  }
}

function names(main, library) {
  try {
    return library.test(fs.readFileSync(main, 'utf8'));
  } catch (error) {
    // A script that is not there has no tests; Node says so itself.
    if (error.code === undefined) throw error;
    return false;
  }
}

/** Whether the text of a script names a test library that reports to us; then its tests are expected to be seen. */
exports.usesTestLibrary = (main) => names(main, /["'`](?:node:test|tape|uvu)["'`]/);
exports.usesUvu = (main) => main !== undefined && names(main, /["'`]uvu["'`]/);

/**
 * `{ kind, main, package }` with kind: node-test-parent, mocha, jest, vitest, ava, tape, uvu, script, host, starter, tool, eval.
 */
exports.recognise = function recognise(root) {
  if (process.execArgv.includes('--test')) return { kind: 'node-test-parent' };
  const argument = process.argv[1];
  if (argument === undefined || argument === '-') return { kind: 'eval' };
  const main = real(argument);
  const inTree = main.startsWith(root + '/') && !main.slice(root.length).includes('/node_modules/');
  if (inTree) return { kind: 'script', main };
  const found = packageOf(main);
  if (found === undefined) return { kind: 'tool', main };
  const { name } = found;
  if (name === 'mocha' || name === 'vitest' || name === 'ava' || name === 'tape' || name === 'uvu')
    return { kind: name, main, package: found };
  if (name === 'jest' || name === 'jest-cli') return { kind: 'jest', main, package: found };
  if (STARTERS.has(name)) return { kind: 'starter', main, package: found };
  if (HOSTS.has(name)) {
    const script = process.argv.slice(2).find((value) => !value.startsWith('-'));
    return { kind: 'host', main: script === undefined ? main : real(path.resolve(script)), package: found };
  }
  return { kind: 'tool', main, package: found };
};

exports.packageOf = packageOf;
