'use strict';
// Files that a compiler made of others: which source they are of, by their own source map.

const fs = require('node:fs');
const path = require('node:path');

const known = new Map();

function read(file) {
  const at = /\/\/[#@] sourceMappingURL=(\S+)\s*$/.exec(fs.readFileSync(file, 'utf8'))?.[1];
  if (at === undefined) return undefined;
  const data = /^data:application\/json[^,]*;base64,(.*)$/.exec(at);
  const text =
    data === null
      ? fs.readFileSync(path.join(path.dirname(file), at), 'utf8')
      : Buffer.from(data[1], 'base64').toString();
  const { sources, sourceRoot = '' } = JSON.parse(text);
  // A bundle has several: none of them is the test file.
  return Array.isArray(sources) && sources.length === 1 && typeof sources[0] === 'string'
    ? path.resolve(path.dirname(file), sourceRoot, sources[0])
    : undefined;
}

/** The source of a compiled script; undefined where it has no map, or is its own source. */
exports.sourceOf = function sourceOf(file) {
  if (!/\.[cm]?js$/.test(file)) return undefined;
  if (!known.has(file)) {
    let source;
    try {
      source = read(file);
    } catch (error) {
      // No such file, no readable map, or one that is no JSON: nothing is known about its source.
      if (error.code === undefined && !(error instanceof SyntaxError)) throw error;
    }
    known.set(file, source === file ? undefined : source);
  }
  return known.get(file);
};

/** Files that made a test, with the sources that they are compiled from. */
exports.withSources = function withSources(files) {
  const out = [];
  for (const file of files) {
    const source = exports.sourceOf(file);
    for (const one of source === undefined ? [file] : [file, source]) if (!out.includes(one)) out.push(one);
  }
  return out;
};

exports.isTypeScript = (file) => /\.[cm]?tsx?$/.test(file);
