'use strict';
// Narrowing of a run to some test files: by the arguments of the runner that this process is.

const fs = require('node:fs');
const path = require('node:path');

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
  const files = all.filter((file) => file.startsWith(home + '/') && fs.existsSync(file));
  return {
    files,
    isElsewhere: all.length > 0 && files.length === 0,
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
