import type { Files } from './repository.js';

const TEST = `const assert = require('node:assert/strict');
const { test } = require('node:test');
const { clamp } = require('../src/clamp.js');

test('leaves a value between the limits alone', () => assert.equal(clamp(5, 0, 10), 5));
test('raises a value that is too low', () => assert.equal(clamp(-1, 0, 10), 0));
`;

/** A small project with a defect that its own tests do not notice: nothing is ever lowered. */
export const PROJECT: Files = {
  'package.json': JSON.stringify({ name: 'clamp', version: '1.0.0', scripts: { test: 'node --test' } }),
  'src/clamp.js': `function clamp(value, low, high) {
  if (low > high) throw new RangeError('low is above high');
  return Math.max(low, value);
}

module.exports = { clamp };
`,
  'test/clamp.test.js': TEST,
  // Few runs: these tests are about the command, not about how sure a review is.
  'tec.config.json': JSON.stringify({ review: { repeat: 1 } }),
};

const FIXED = PROJECT['src/clamp.js']?.replace('Math.max(low, value)', 'Math.min(high, Math.max(low, value))') ?? '';

/** The honest fix with its reproduction. */
export const FIX = {
  'src/clamp.js': FIXED,
  'test/clamp.test.js': `${TEST}test('lowers a value that is too high', () => assert.equal(clamp(11, 0, 10), 10));\n`,
};

/** The same fix with a test that the base passes, too. */
export const WEAK_FIX = {
  'src/clamp.js': FIXED,
  'test/clamp.test.js': `${TEST}test('leaves the upper limit alone', () => assert.equal(clamp(10, 0, 10), 10));\n`,
};

export const TASK = {
  title: 'clamp does not lower a value that is too high',
  labels: ['bug'],
  acceptanceCriteria: ['clamp(11, 0, 10) is 10'],
};

export const bugSubmission = (name?: string): object => ({
  type: 'BUG',
  status: 'DONE',
  summary: 'clamp lowers values, too',
  acCoverage: [{ criterion: 'AC1', status: 'covered', locations: [{ file: 'src/clamp.js', line: 3 }] }],
  evidence: { reproduction: { tests: [{ file: 'test/clamp.test.js', ...(name === undefined ? {} : { name }) }] } },
});
