'use strict';
// Compilers that leave a source map in what they compile, and nobody who reads it (tsm): places of failures would be
// lines of a text that nobody has. Node reads such maps itself, from the moment on that it is told to.

const Module = require('node:module');

const { apply } = Reflect;
// Newer versions of Node have a function here from the start.
const unset = Error.prepareStackTrace;
const INLINE_MAP = /\/\/# sourceMappingURL=data:application\/json/;

exports.readInlineMaps = function readInlineMaps() {
  if (typeof process.setSourceMapsEnabled !== 'function') return;
  const compile = Module.prototype._compile;
  Module.prototype._compile = function (content, filename, ...rest) {
    if (/\.[cm]?tsx?$/.test(filename)) {
      // Asked once, at the first compiled file: who reads maps has said so by then.
      Module.prototype._compile = compile;
      if (Error.prepareStackTrace === unset && INLINE_MAP.test(content)) process.setSourceMapsEnabled(true);
    }
    return apply(compile, this, [content, filename, ...rest]);
  };
};
