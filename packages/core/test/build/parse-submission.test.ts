import { InputError, parseSubmission } from '@typed-evidence-chain/core';
import { expect } from 'chai';

describe('parseSubmission', () => {
  it('reads JSON and fills what may be left out', () => {
    const submission = parseSubmission(
      '{"type":"BUG","status":"DONE","acCoverage":[{"criterion":"AC1","status":"covered"}],"evidence":{}}',
      'json',
    );
    expect(submission.acCoverage[0]).to.deep.equal({ criterion: 'AC1', status: 'covered', locations: [], tests: [] });
  });

  it('reads the Markdown of an agent', () => {
    const text = [
      '### Type',
      'BUG',
      '### Status',
      'DONE',
      '### Patch',
      '```diff',
      'diff --git a/a b/a',
      '```',
      '### AC coverage',
      '- AC1: covered, `src/a.js:12`, src/b.js:3-5',
      '- AC2: excluded: nobody needs it',
      '### Reproduction',
      '```json',
      '{"tests": [{"file": "test/a.test.js"}]}',
      '```',
    ].join('\n');
    const submission = parseSubmission(text, 'markdown');
    expect(submission.type).to.equal('BUG');
    expect(submission.patch).to.equal('diff --git a/a b/a\n');
    expect(submission.acCoverage[0]?.locations).to.deep.equal([
      { file: 'src/a.js', line: 12 },
      { file: 'src/b.js', line: 3, endLine: 5 },
    ]);
    expect(submission.acCoverage[1]).to.include({ status: 'excluded', reason: 'nobody needs it' });
    expect(submission.evidence).to.deep.equal({ reproduction: { tests: [{ file: 'test/a.test.js' }] } });
  });

  it('names the evidence block after its heading', () => {
    const text =
      '### Status\nDONE\n### AC coverage\n- AC1: missing\n### Non-regression evidence\n```yaml\ntests: [test/a.js]\n```\n';
    expect(parseSubmission(text, 'markdown', undefined, 'REFACTOR').evidence).to.deep.equal({
      nonRegression: { tests: ['test/a.js'] },
    });
  });

  it('refuses a line of the AC coverage that it cannot read', () => {
    const read = (): unknown =>
      parseSubmission('### Status\nDONE\n### AC coverage\n- everything works\n', 'markdown', 's.md', 'BUG');
    expect(read).to.throw(InputError, /AC coverage/);
  });

  it('names the field of a wrong type', () => {
    const read = (): unknown => parseSubmission('{"type":"BUG","status":3,"acCoverage":"x"}', 'json', 's.json');
    expect(read).to.throw(InputError).with.property('field', 'status');
  });
});
