'use strict';

const ErrorClass = Error;

/** The innermost file of the tree (outside of node_modules) on the stack, or undefined. */
exports.callerFile = function callerFile(root) {
  const limit = ErrorClass.stackTraceLimit;
  ErrorClass.stackTraceLimit = 50;
  const lines = String(new ErrorClass('x').stack).split('\n');
  ErrorClass.stackTraceLimit = limit;
  for (const line of lines) {
    const match = /(?:\(|at (?:async )?)(?:file:\/\/)?(\/.*?):\d+:\d+\)?$/.exec(line);
    if (match !== null && match[1].startsWith(root + '/') && !match[1].includes('/node_modules/'))
      return decodeURI(match[1]);
  }
  return undefined;
};
