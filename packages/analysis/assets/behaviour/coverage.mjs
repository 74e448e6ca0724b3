// Which lines of some files of the tree were executed: V8's precise coverage, taken in parts.
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { pathToFileURL } from 'node:url';

/** `files` are paths inside the tree. Answers a function that gives what was executed since it was called last. */
export function recordLines(tree, files) {
  if (files.length === 0) return () => [];
  const session = new Session();
  session.connect();
  const post = (method, params) => {
    let found;
    session.post(method, params, (error, result) => {
      if (error !== null) throw new Error(`${method}: ${error.message}`);
      found = result;
    });
    return found;
  };
  post('Profiler.enable');
  post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const places = new Map();
  for (const [index, file] of files.entries()) {
    const path = `${tree}/${file}`;
    const place = { index, path, source: undefined };
    // An ES module is known by its URL, a CommonJS one by its path.
    places.set(pathToFileURL(path).href, place);
    places.set(path, place);
  }
  return () => {
    const lines = [];
    for (const { url, functions } of post('Profiler.takePreciseCoverage').result) {
      const place = places.get(url);
      if (place === undefined) continue;
      place.source ??= readFileSync(place.path, 'utf8');
      lines.push({ file: place.index, lines: linesOf(place.source, functions) });
    }
    return lines;
  };
}

/** Executions by line, from 1; a line counts as executed when anything on it was. */
function linesOf(source, functions) {
  const counts = new Int32Array(source.length).fill(-1);
  const start = ({ ranges }) => ranges[0].startOffset;
  const end = ({ ranges }) => ranges[0].endOffset;
  // Inner functions and blocks overrule what is around them.
  const ordered = functions.toSorted((a, b) => start(a) - start(b) || end(b) - end(a));
  for (const { ranges } of ordered)
    for (const { startOffset, endOffset, count } of ranges) counts.fill(count, startOffset, endOffset);
  const lines = {};
  let line = 1;
  for (let at = 0; at < source.length; at += 1) {
    const letter = source[at];
    if (letter === '\n') line += 1;
    // Brackets stand at the edges of blocks, where they belong to either side.
    else if (/[^\s{}()[\];,]/.test(letter) && counts[at] >= 0) lines[line] = Math.max(lines[line] ?? 0, counts[at]);
  }
  return lines;
}
