import { expect } from 'chai';
import { runProject, statuses } from '../support/run-project.js';

const cjs = `const test = require('tape');\n`;

describe('tape', () => {
  it('takes each test for one, with its assertions inside', async () => {
    const report = await runProject('npx tape "t/*.js"', {
      't/a.js': `${cjs}test('good', (t) => { t.equal(1, 1); t.ok(true); t.end(); }); test('bad', (t) => { t.equal(1, 2, 'same'); t.end(); }); test('s', { skip: true }, (t) => t.end());`,
      't/b.js': `${cjs}test('outer', (t) => { t.test('inner', (st) => { st.fail('no'); st.end(); }); t.end(); });`,
    });
    expect(report.outcome, report.reason).to.equal('ran');
    expect(report.runner).to.equal('tape');
    expect(report.tests.map(({ id, status, failure }) => [id.file, id.title, status, failure?.kind])).to.deep.equal([
      ['t/a.js', 'good', 'passed', undefined],
      ['t/a.js', 'bad', 'failed', 'assertion'],
      ['t/a.js', 's', 'skipped', undefined],
      ['t/b.js', 'outer inner', 'failed', 'assertion'],
      ['t/b.js', 'outer', 'failed', 'assertion'],
    ]);
    expect(report.tests[1]?.failure?.stack.find(({ file }) => !file.includes('node_modules'))).to.include({
      file: 't/a.js',
    });
  });

  it('reports an exception in a test as an error, and what came after as absent', async () => {
    const report = await runProject('node a.js', {
      'a.js': `${cjs}test('x', (t) => { null.x; }); test('y', (t) => { t.end(); });`,
    });
    expect(report.outcome, report.reason).to.equal('ran');
    expect(statuses(report)).to.deep.equal(['x: failed (error)']);
  });

  it('works with import', async () => {
    const report = await runProject('node a.mjs', {
      'a.mjs': `import test from 'tape'; test('x', (t) => { t.deepEqual([1], [1]); t.end(); });`,
    });
    expect(report.outcome, report.reason).to.equal('ran');
    expect(statuses(report)).to.deep.equal(['x: passed']);
  });
});
