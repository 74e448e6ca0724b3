import { expect } from 'chai';
import { runProject, statuses } from '../support/run-project.js';

const mocha = 'node node_modules/mocha-3/bin/mocha';

describe('an old version of mocha', () => {
  it('reports each test with its full title and file', async () => {
    const report = await runProject(`${mocha} test/*.js`, {
      'test/a.js': `describe('outer', () => { describe('inner', () => { it('adds', () => {}); }); it.skip('later', () => {}); });`,
      'test/b.js': `it('fails', () => require('assert').equal(1, 2));`,
    });
    expect(report.outcome, report.reason).to.equal('ran');
    expect(report.tests.map(({ id, status }) => [id.file, id.title, status])).to.have.deep.members([
      ['test/a.js', 'outer inner adds', 'passed'],
      ['test/a.js', 'outer later', 'skipped'],
      ['test/b.js', 'fails', 'failed'],
    ]);
  });

  it('reads its options from test/mocha.opts', async () => {
    const report = await runProject(mocha, {
      'test/mocha.opts': '--ui qunit\n',
      'test/a.js': `suite('group'); test('adds', () => {});`,
    });
    expect(report.outcome, report.reason).to.equal('ran');
    expect(statuses(report)).to.deep.equal(['group adds: passed']);
  });

  it('is narrowed to the files that are asked for', async () => {
    const report = await runProject(
      `${mocha} test/*.js`,
      { 'test/a.js': `it('a', () => {});`, 'test/b.js': `it('b', () => {});` },
      { files: ['test/b.js'] },
    );
    expect(report.outcome, report.reason).to.equal('ran');
    expect(statuses(report)).to.deep.equal(['b: passed']);
  });

  it('tells a time-out from a failure, and the tests behind a failing hook', async () => {
    const report = await runProject(`${mocha} -t 50 test.js`, {
      'test.js': `it('waits', (done) => {});
describe('g', () => { before(() => { throw new Error('no'); }); it('a', () => {}); });`,
    });
    expect(report.outcome, report.reason).to.equal('ran');
    expect(report.tests.map(({ id, status }) => `${id.title}: ${status}`)).to.deep.equal([
      'waits: timed-out',
      'g a: errored',
    ]);
  });
});
