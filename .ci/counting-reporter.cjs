'use strict';
// Mocha's own `spec` on the screen, and the counts in the file $TEC_COUNTS for the last line of .ci/run.
const { writeFileSync } = require('node:fs');
const { reporters } = require('mocha');

module.exports = class CountingReporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    runner.once('end', () => {
      const { passes, failures, pending } = this.stats;
      writeFileSync(process.env.TEC_COUNTS, JSON.stringify({ passed: passes, failed: failures, skipped: pending }));
    });
  }
};
