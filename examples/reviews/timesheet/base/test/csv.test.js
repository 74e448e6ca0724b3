import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toCsv } from '../src/index.js';

describe('toCsv', () => {
  it('writes hours with two decimals', () => {
    const entries = [{ date: '2025-03-03', project: 'acme', minutes: 100, note: 'mail' }];
    assert.equal(toCsv(entries), 'date,project,hours,note\r\n2025-03-03,acme,1.67,mail');
  });
  it('quotes what needs it', () => {
    const entries = [{ date: '2025-03-03', project: 'acme', minutes: 60, note: 'said "no", twice' }];
    assert.match(toCsv(entries), /"said ""no"", twice"$/);
  });
});
