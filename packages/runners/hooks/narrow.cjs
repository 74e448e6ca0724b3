'use strict';
// Narrowing of a run to some test files: by the arguments of the runner that this process is.

const fs = require('node:fs');
const path = require('node:path');
const { isTypeScript } = require('./compiled.cjs');

/** Whether node itself, or tape, is given scripts and nothing that reads TypeScript. */
function runsCompiled({ execArgv, argv }) {
  const isNode = execArgv.includes('--test');
  if (!isNode && !/[\\/]tape(?:[\\/]bin[\\/]tape)?$/.test(argv[1] ?? '')) return false;
  const loads = (words) => words.some((word) => /^(?:-r|--require|--import|--loader|--experimental-)/.test(word));
  const free = argv.slice(isNode ? 1 : 2).filter((word) => !word.startsWith('-'));
  return (
    !loads(execArgv.filter((word) => !/boot\.cjs/.test(word))) &&
    !loads(argv.slice(2)) &&
    !free.some(mentionsTypeScript)
  );
}

const mentionsTypeScript = (word) => /\.[^/]*tsx?\b/.test(word);

function packageRoot(root) {
  for (let dir = process.cwd(); dir.startsWith(root); dir = path.dirname(dir)) {
    if (dir === root || fs.existsSync(path.join(dir, 'package.json'))) return dir;
  }
  return root;
}

/** `files`: absolute paths, empty where the run is not narrowed. `isElsewhere`: none of them is of this package. */
exports.narrowing = function narrowing(run) {
  const home = packageRoot(run.root);
  const all = run.files.map((file) => path.join(run.root, file));
  const here = all.filter((file) => file.startsWith(home + '/') && fs.existsSync(file));
  // A script runner that is not told how to load TypeScript runs what a compiler made of it: all of it then.
  const files = here.some(isTypeScript) && runsCompiled(process) ? [] : here;
  return {
    files,
    isElsewhere: all.length > 0 && here.length === 0,
    /** Puts the files in the place of the free arguments; `withValue`: flags that take the next argument. */
    replaceArguments: (withValue) => {
      if (files.length === 0) return;
      process.argv.splice(2, Infinity, ...exports.flagsOf(process.argv.slice(2), withValue), ...files);
    },
  };
};

/** The arguments without the free ones. */
exports.flagsOf = function flagsOf(args, withValue) {
  const kept = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i];
    if (arg === '--') break;
    if (!arg.startsWith('-')) continue;
    kept.push(arg);
    if (withValue.has(arg) && i + 1 < args.length) kept.push(args[++i]);
  }
  return kept;
};
