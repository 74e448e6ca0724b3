'use strict';
// Adapts test libraries that a script loads by itself (`node test.js` with tape; a build script with mocha).

const Module = require('node:module');

exports.watchModules = function watchModules(context) {
  const load = Module._extensions['.js'];
  Module._extensions['.js'] = function (module, filename) {
    const result = Reflect.apply(load, this, [module, filename]);
    if (filename.endsWith('/tape/lib/results.js')) require('./tape.cjs').adaptResults(context, module.exports);
    else if (filename.endsWith('/mocha/lib/mocha.js')) require('./mocha.cjs').adaptClass(context, module.exports);
    return result;
  };
};
