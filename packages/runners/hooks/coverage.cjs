'use strict';
// Records which parts of the tree's own scripts are executed in this process, and hands it over at its end as a file
// whose digest is signed.

const crypto = require('node:crypto');
const fs = require('node:fs');
const inspector = require('node:inspector');
const path = require('node:path');
const { fileURLToPath } = require('node:url');
const { isMainThread, threadId } = require('node:worker_threads');
const { openWindows } = require('./windows.cjs');

/**
 * Without `send` (a process or thread that tests start) it opens a session of its own. Returns the windows by which it is
 * told when tests start and end; undefined where nothing is recorded.
 */
exports.startCoverage = function startCoverage(run, channel, send, life) {
  let tell = send;
  if (tell === undefined) {
    tell = require('./session.cjs').openSession(channel);
    if (tell === undefined) return undefined;
    tell('open', { kind: 'coverage', pid: process.pid, parent: process.ppid });
  }
  const session = new inspector.Session();
  session.connect();
  const post = (method, params) => {
    let found;
    session.post(method, params, (error, result) => {
      if (error !== null) throw new Error(method + ': ' + error.message);
      found = result;
    });
    return found;
  };
  post('Profiler.enable');
  post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

  const wanted = new Set(run.coverage.map((file) => path.join(run.root, file)));
  const { stringify } = JSON;
  const { writeFileSync } = fs;
  const { createHash } = crypto;
  let isDone = false;
  const parts = [];
  const take = (isNamed) => {
    for (const { scriptId, url, functions } of post('Profiler.takePreciseCoverage').result) {
      const file = fileOf(url, run.root);
      if (file !== undefined) parts.push({ scriptId, file, functions, isNamed });
    }
  };
  const windows = openWindows(run, take);
  const flush = () => {
    if (isDone) return;
    isDone = true;
    take(windows.isNow());
    const maps = new Map();
    session.on('Debugger.scriptParsed', ({ params }) => maps.set(params.scriptId, params.sourceMapURL));
    post('Debugger.enable');
    const scripts = new Map();
    for (const { scriptId, file, functions, isNamed } of parts) {
      // A script that is gone can't be read any more.
      if (!maps.has(scriptId)) continue;
      const map = maps.get(scriptId) || undefined;
      if (!wanted.has(file) && map === undefined) continue;
      if (!scripts.has(scriptId)) {
        // Once each, however many tests run it: there may be hundreds, and a map that holds its sources.
        const source = post('Debugger.getScriptSource', { scriptId }).scriptSource;
        scripts.set(scriptId, { file, map: inlined(file, map), source, parts: [] });
      }
      scripts.get(scriptId).parts.push({ functions: functions.map(({ ranges }) => ({ ranges })), named: isNamed });
    }
    post('Debugger.disable');
    if (scripts.size === 0) return;
    const text = stringify([...scripts.values()]);
    const name = 'coverage-' + process.pid + '-' + threadId + '.json';
    writeFileSync(path.join(run.out, name), text);
    tell('attachment', { file: name, sha256: createHash('sha256').update(text).digest('hex') });
  };

  if (life !== undefined) {
    life.atEnd(flush);
    return windows;
  }
  if (!isMainThread) {
    process.on('exit', () => {
      flush();
      tell('close', { code: 0 });
    });
    return windows;
  }
  require('./life.cjs').watchLife(tell).atEnd(flush);
  process.on('SIGTERM', function end() {
    flush();
    process.off('SIGTERM', end);
    // The default is to end; a listener of the program itself decides otherwise.
    if (process.listenerCount('SIGTERM') === 0) process.kill(process.pid, 'SIGTERM');
  });
  return windows;
};

/** A build inside of the run leaves its maps there: nobody sees them later. */
function inlined(file, map) {
  if (map === undefined || map.startsWith('data:')) return map;
  try {
    const text = fs.readFileSync(path.join(path.dirname(file), decodeURIComponent(map)));
    return 'data:application/json;base64,' + text.toString('base64');
  } catch (error) {
    // No such file, or a URL of another kind: the host looks in the tree itself.
    if (error.code === undefined && !(error instanceof URIError)) throw error;
    return map;
  }
}

function fileOf(url, root) {
  let file = url;
  if (url.startsWith('file://')) {
    try {
      file = fileURLToPath(url);
    } catch (error) {
      // Not a file of this machine.
      if (!(error instanceof TypeError)) throw error;
      return undefined;
    }
  }
  file = file.replace(/\?.*$/, '');
  return file.startsWith(root + '/') && !file.includes('/node_modules/') ? file : undefined;
}
