import { expect } from 'chai';
import { runProject, statuses } from '../support/run-project.js';

const config = { 'package.json': '{"jest":{"testMatch":["<rootDir>/t/**/*.js"],"watchman":false}}' };

describe('jest', () => {
  it('reports each test, and tells assertions from errors', async () => {
    const report = await runProject('npx jest', {
      ...config,
      'lib.js': 'exports.f = () => { null.x; };',
      't/a.js': `const { f } = require('../lib'); describe('g', () => { test('eq', () => expect(1).toBe(2)); test('err', () => f()); test('core', () => require('assert').strictEqual(1, 2)); test.skip('s', () => {}); test.todo('t'); test.failing('f', () => { throw 1; }); });
test('slow', () => new Promise(() => {}), 20); test('re', () => { new RegExp('('); });`,
      't/b.js': `test('ok', () => {});`,
      't/c.js': `require('./nowhere'); test('c', () => {});`,
      't/d.js': `const = 1;`,
    });
    expect(report.outcome, report.reason).to.equal('ran');
    expect(report.runner).to.equal('jest');
    expect(statuses(report)).to.have.members([
      'g eq: failed (assertion)',
      'g err: failed (error)',
      'g core: failed (assertion)',
      'g s: skipped',
      'g t: todo',
      'g f: passed',
      'slow: timed-out (timeout)',
      're: failed (error)',
      'ok: passed',
      ': errored (load)',
      ': errored (load)',
    ]);
    expect(report.tests.find(({ id }) => id.title === 'g err')?.failure).to.deep.include({ name: 'TypeError' });
    expect(report.tests.find(({ id }) => id.title === 'g err')?.failure?.stack[0]).to.include({
      file: 'lib.js',
      line: 1,
    });
    expect(report.tests.find(({ id }) => id.title === 'g f')?.marks).to.deep.equal(['expected-to-fail']);
  });

  it('writes no snapshot', async () => {
    const report = await runProject('npx jest -u', {
      ...config,
      't/a.js': `test('snap', () => expect({ a: 1 }).toMatchSnapshot());`,
    });
    expect(statuses(report)).to.deep.equal(['snap: failed (assertion)']);
  });

  it('runs the requested files only', async () => {
    const report = await runProject(
      'npx jest --verbose t',
      { ...config, 't/a.js': `test('a', () => {});`, 't/b.js': `test('b', () => {});` },
      { files: ['t/b.js'] },
    );
    expect(statuses(report)).to.deep.equal(['b: passed']);
  });

  it('reports a worker that dies as crashed', async () => {
    const report = await runProject('npx jest --maxWorkers=2', {
      ...config,
      't/a.js': `test('a', () => { process.kill(process.pid, 'SIGKILL'); });`,
      't/b.js': `test('b', () => {});`,
      't/c.js': `test('c', () => {});`,
    });
    expect(report.tests.filter(({ id }) => id.file === 't/a.js').map(({ status }) => status)).to.deep.equal([
      'crashed',
    ]);
    expect(statuses(report)).to.include('b: passed');
  });

  it('never calls a run passed that ended itself', async () => {
    for (const place of [
      `test('a', () => { process.exit(0); });`,
      `process.exit(0); test('a', () => {});`,
      `afterAll(() => process.exit(0)); test('a', () => {});`,
    ]) {
      const report = await runProject('npx jest', { ...config, 't/a.js': place });
      expect(report.outcome, place).to.equal('crashed');
      expect(
        report.tests.filter(({ status }) => status === 'passed'),
        place,
      ).to.deep.equal([]);
    }
  });
});
