import { expect } from 'chai';
import { runProject, statuses } from '../support/run-project.js';

const esm = { 'package.json': '{"type":"module"}' };
const head = `import { expect } from 'chai';\n`;

describe('mocha', () => {
  it('reports each test with its full title and file', async () => {
    const report = await runProject('npx mocha "test/**/*.test.js"', {
      ...esm,
      'test/a.test.js': `${head}describe('outer', () => { describe('inner', () => { it('adds', () => expect(1 + 1).to.equal(2)); }); it('todo'); it.skip('later', () => {}); });`,
      'test/deep/b.test.js': `${head}it('top', () => {});`,
    });
    expect(report.outcome, report.reason).to.equal('ran');
    expect(report.runner).to.equal('mocha');
    expect(report.tests.map(({ id, status }) => [id.file, id.title, status])).to.have.deep.members([
      ['test/a.test.js', 'outer todo', 'skipped'],
      ['test/a.test.js', 'outer later', 'skipped'],
      ['test/a.test.js', 'outer inner adds', 'passed'],
      ['test/deep/b.test.js', 'top', 'passed'],
    ]);
  });

  it('tells an assertion from an error, with the stack relative to the tree', async () => {
    const report = await runProject('npx mocha test.js', {
      'lib.js': 'exports.f = () => { null.x; };',
      'test.js': `const assert = require('node:assert'); const { f } = require('./lib.js');
it('compares', () => assert.strictEqual(1, 2));
it('throws', () => f());
it('compiles', () => new RegExp('('));
it('imports', async () => { await import('./nowhere.js'); });`,
    });
    expect(statuses(report)).to.deep.equal([
      'compares: failed (assertion)',
      'throws: failed (error)',
      'compiles: failed (error)',
      'imports: failed (load)',
    ]);
    expect(report.tests[1]?.failure?.stack[0]).to.include({ file: 'lib.js', line: 1 });
    expect(report.tests[1]?.failure?.name).to.equal('TypeError');
  });

  it('reports a file that does not load as errored', async () => {
    const report = await runProject('npx mocha test', {
      'test/a.js': `it('a', () => {}); require('./nowhere');`,
      'test/b.js': `it('b', () => {});`,
    });
    expect(report.outcome, report.reason).to.equal('ran');
    expect(report.tests[0]?.id).to.deep.equal({ file: 'test/a.js', title: '', occurrence: 0 });
    expect(statuses(report)).to.deep.equal([': errored (load)']);
  });

  it('reports the tests behind a failing hook as errored', async () => {
    const report = await runProject('npx mocha test.js', {
      'test.js': `describe('g', () => { before(() => { throw new Error('no'); }); it('a', () => {}); it('b', () => {}); });
describe('h', () => { beforeEach(() => { throw new Error('no'); }); it('c', () => {}); it('d', () => {}); });
it('e', () => {});`,
    });
    expect(report.outcome, report.reason).to.equal('ran');
    expect(statuses(report)).to.have.members([
      'g a: errored (setup)',
      'g b: errored (setup)',
      'h c: errored (setup)',
      'h d: not-collected',
      'e: passed',
    ]);
  });

  it('reports time-outs, and keeps tests of the same title apart', async () => {
    const report = await runProject('npx mocha --timeout 30 test.js', {
      'test.js': `it('x', (done) => {}); it('x', () => {});`,
    });
    expect(report.tests.map(({ id, status }) => [id.occurrence, status])).to.deep.equal([
      [0, 'timed-out'],
      [1, 'passed'],
    ]);
  });

  it('never repeats a failed test', async () => {
    const report = await runProject('npx mocha --retries 3 test.js', {
      'test.js': `let n = 0; it('x', function () { this.retries(2); if (n++ === 0) throw new Error('first'); });`,
    });
    expect(statuses(report)).to.deep.equal(['x: failed (error)']);
  });

  it('reports an error that says nothing in words', async () => {
    const report = await runProject('npx mocha test.js', {
      'test.js': `it('x', () => { throw Object.assign(new Error(), { message: {} }); }); it('y', () => {});`,
    });
    expect(report.tests.map(({ id, status }) => [id.title, status])).to.deep.equal([
      ['x', 'failed'],
      ['y', 'passed'],
    ]);
  });

  it('marks tests that `only` selected', async () => {
    const report = await runProject('npx mocha test.js', { 'test.js': `it.only('x', () => {}); it('y', () => {});` });
    expect(report.tests.map(({ id, marks }) => [id.title, marks])).to.deep.equal([['x', ['only']]]);
  });

  it('works through package scripts that set NODE_OPTIONS, and through the configured reporter', async () => {
    const report = await runProject('npm test', {
      'package.json': JSON.stringify({
        scripts: { pretest: 'echo before', test: 'NODE_OPTIONS=--no-warnings mocha && echo after' },
      }),
      '.mocharc.json': '{"reporter":"dot","spec":["t/*.js"]}',
      't/a.js': `it('x', () => { if (process.env.NODE_OPTIONS !== '--no-warnings') throw new Error(process.env.NODE_OPTIONS); });`,
    });
    expect(report.outcome, report.reason).to.equal('ran');
    expect(statuses(report)).to.deep.equal(['x: passed']);
  });

  it('runs the requested files only, also those beside the configured ones', async () => {
    const files = {
      '.mocharc.json': '{"spec":["t/a.js","t/b.js"]}',
      't/a.js': `it('a', () => {});`,
      't/b.js': `it('b', () => {});`,
      't/c.js': `it('c', () => {});`,
    };
    const report = await runProject('npx mocha', files, { files: ['t/b.js', 't/c.js'] });
    expect(statuses(report)).to.deep.equal(['b: passed', 'c: passed']);
  });

  it('reads results in parallel mode', async () => {
    const report = await runProject('npx mocha --parallel t', {
      't/a.js': `it('a', () => {});`,
      't/b.js': `it('b', () => { require('assert').ok(0); });`,
    });
    expect(report.outcome, report.reason).to.equal('ran');
    expect(statuses(report)).to.have.members(['a: passed', 'b: failed (assertion)']);
  });

  it('leaves nothing of the hooks in the environment of the tests', async () => {
    const report = await runProject('npx mocha test.js', {
      'test.js': `it('x', () => { const { PATH, NODE_OPTIONS, ...rest } = process.env; require('assert').deepStrictEqual([NODE_OPTIONS, /channel/.test(PATH), Object.keys(rest).filter((k) => /^(TEC|PYTEST|PYTHONPATH)/.test(k))], [undefined, false, []]); });`,
    });
    expect(statuses(report)).to.deep.equal(['x: passed']);
  });
});
