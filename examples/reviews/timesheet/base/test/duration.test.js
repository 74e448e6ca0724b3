import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatDuration, parseDuration } from '../src/index.js';

describe('parseDuration', () => {
  it('reads hours and minutes', () => assert.equal(parseDuration('1h 30m'), 90));
  it('reads minutes alone', () => assert.equal(parseDuration('45m'), 45));
  it('refuses other text', () => assert.throws(() => parseDuration('soon'), SyntaxError));
});

describe('formatDuration', () => {
  it('writes hours and minutes', () => assert.equal(formatDuration(90), '1h 30m'));
  it('leaves out what is zero', () => {
    assert.equal(formatDuration(120), '2h');
    assert.equal(formatDuration(5), '5m');
  });
  it('rounds to minutes', () => assert.equal(formatDuration(59.6), '1h'));
});
