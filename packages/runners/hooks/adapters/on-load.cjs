'use strict';
// Adapts test libraries that a script loads by itself (`node test.js` with tape; a build script with mocha).

const Module = require('node:module');
const { packageOf } = require('../recognise.cjs');

/** A package is known by its own manifest: it may be installed under another name (`tap@npm:tape`). */
const isPartOf = (filename, name, file) =>
  filename.endsWith(`/${file}`) && (filename.endsWith(`/${name}/${file}`) || packageOf(filename)?.name === name);

exports.watchModules = function watchModules(context) {
  const load = Module._extensions['.js'];
  Module._extensions['.js'] = function (module, filename) {
    const result = Reflect.apply(load, this, [module, filename]);
    if (isPartOf(filename, 'tape', 'lib/results.js')) require('./tape.cjs').adaptResults(context, module.exports);
    else if (isPartOf(filename, 'mocha', 'lib/mocha.js')) require('./mocha.cjs').adaptClass(context, module.exports);
    else if (isPartOf(filename, 'uvu', 'dist/index.js')) require('./uvu.cjs').adaptUvu(context, module.exports);
    else if (context.namesTests && isPartOf(filename, 'emittery', 'index.js'))
      require('./windows-of-workers.cjs').watchEmitter(context.windows, module.exports);
    return result;
  };
};
