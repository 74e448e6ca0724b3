import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseEntries } from '../src/index.js';

describe('parseEntries', () => {
  it('reads an entry', () => {
    assert.deepEqual(parseEntries('2025-03-03 09:00-12:30 acme: planning'), [
      { date: '2025-03-03', project: 'acme', minutes: 210, note: 'planning' },
    ]);
  });
  it('skips comments and blank lines', () => assert.deepEqual(parseEntries('# week 10\n\n'), []));
  it('goes past midnight', () => assert.equal(parseEntries('2025-03-03 22:15-01:00 acme')[0].minutes, 165));
  it('names the line of a fault', () => assert.throws(() => parseEntries('\nlunch'), /line 2: not an entry: lunch/));
  it('knows how long a day is', () => assert.throws(() => parseEntries('2025-03-03 09:00-24:30 acme'), RangeError));
});
