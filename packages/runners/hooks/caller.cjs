'use strict';

const { fileURLToPath } = require('node:url');

const ErrorClass = Error;
const LIMIT = 80;
const PLACE = /(?:\(|at (?:async )?)((?:file:\/\/)?\/.*?):\d+:\d+\)?$/;
/** The frame that calls a module's own top level. */
const LOADER = /\b_compile\b|ModuleJob\.run\b|SourceTextModule\.evaluate\b/;

function pathOf(url) {
  if (!url.startsWith('file://')) return url;
  try {
    return fileURLToPath(url);
  } catch (error) {
    // Not a file of this machine.
    if (!(error instanceof TypeError)) throw error;
    return undefined;
  }
}

/**
 * Where the code is that makes a test now, by the files of the tree (outside of node_modules) on the stack. `file`: the
 * module whose top level is running, so that neither a helper which wraps `test` nor an entry which requires many test
 * files takes the tests of another; where none is (a test that is made later), the outermost. `files`: all of them,
 * innermost first. undefined where the tree is not on the stack.
 */
exports.callerPlace = function callerPlace(root) {
  const limit = ErrorClass.stackTraceLimit;
  ErrorClass.stackTraceLimit = LIMIT;
  const lines = String(new ErrorClass('x').stack).split('\n');
  ErrorClass.stackTraceLimit = limit;
  const files = [];
  let file;
  for (let i = 0; i < lines.length; i++) {
    const match = PLACE.exec(lines[i]);
    const path = match === null ? undefined : pathOf(match[1]);
    if (path === undefined || !path.startsWith(root + '/') || path.includes('/node_modules/')) continue;
    if (!files.includes(path)) files.push(path);
    if (file === undefined && i + 1 < lines.length && LOADER.test(lines[i + 1])) file = path;
  }
  if (files.length === 0) return undefined;
  file ??= files[files.length - 1];
  return { file, files };
};
