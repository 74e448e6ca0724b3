'use strict';
// node:test. Each file of `node --test` is a process of its own; it reports by itself through our reporter, which
// NODE_OPTIONS names. The parent only decides which files run.

const path = require('node:path');

exports.adaptParent = function adaptParent(run, narrow) {
  if (narrow.isElsewhere) process.exit(0);
  if (narrow.files.length > 0) process.argv.splice(1, Infinity, ...narrow.files);
  // Names of a reporter on the command line keep the parent from using ours; its children must have it nevertheless.
  const ours = '--test-reporter=' + path.join(run.hooks, 'node-test-reporter.cjs');
  const options = process.env.NODE_OPTIONS ?? '';
  if (!options.includes(ours)) process.env.NODE_OPTIONS = options + ' ' + ours + ' --test-reporter-destination=stdout';
};

exports.adaptChild = function adaptChild(context) {
  require('../node-test-reporter.cjs').connect(context);
  if (context.namesTests) require('./windows-of-node.cjs').watchNodeTests(context);
};
