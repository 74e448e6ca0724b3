import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { renderReport, summarise } from '../src/index.js';

const entries = [
  { date: '2025-03-04', project: 'zoo', minutes: 30, note: '' },
  { date: '2025-03-04', project: 'acme', minutes: 60, note: 'review' },
  { date: '2025-03-03', project: 'acme', minutes: 90, note: 'planning' },
  { date: '2025-03-04', project: 'acme', minutes: 20, note: 'mail' },
];

describe('summarise', () => {
  it('sums up by project and day', () => {
    assert.deepEqual(summarise(entries), {
      total: 200,
      projects: [
        {
          project: 'acme',
          minutes: 170,
          days: [
            { date: '2025-03-03', minutes: 90 },
            { date: '2025-03-04', minutes: 80 },
          ],
        },
        { project: 'zoo', minutes: 30, days: [{ date: '2025-03-04', minutes: 30 }] },
      ],
    });
  });
  it('is empty without entries', () => assert.deepEqual(summarise([]), { total: 0, projects: [] }));
});

describe('renderReport', () => {
  it('shows projects, days and shares', () => {
    assert.equal(
      renderReport(summarise(entries)),
      [
        'acme  2h 50m  (85 %)',
        '  2025-03-03  1h 30m',
        '  2025-03-04  1h 20m',
        'zoo  30m  (15 %)',
        '  2025-03-04  30m',
        'total  3h 20m',
      ].join('\n'),
    );
  });
});
