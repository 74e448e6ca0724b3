import { expect } from 'chai';
import { runProject, statuses } from '../support/run-project.js';

const cjs = `const { test, describe, it } = require('node:test'); const assert = require('node:assert');\n`;

describe('node:test', () => {
  it('reports tests, subtests and groups of several files', async () => {
    const report = await runProject('node --test', {
      'test/a.test.js': `${cjs}describe('g', () => { it('a', () => {}); it('b', () => assert.equal(1, 2)); });`,
      'test/b.test.mjs': `import test from 'node:test'; test('outer', async (t) => { await t.test('inner', () => { throw new TypeError('x'); }); });`,
    });
    expect(report.outcome, report.reason).to.equal('ran');
    expect(report.runner).to.equal('node:test');
    expect(
      report.tests.map(({ id, status, failure }) => [id.file, id.title, status, failure?.kind]),
    ).to.have.deep.members([
      ['test/a.test.js', 'g a', 'passed', undefined],
      ['test/a.test.js', 'g b', 'failed', 'assertion'],
      ['test/b.test.mjs', 'outer inner', 'failed', 'error'],
      ['test/b.test.mjs', 'outer', 'failed', 'error'],
    ]);
  });

  it('reports skipped, todo and timed-out tests, and hooks that fail', async () => {
    const report = await runProject('node --test', {
      'a.test.js': `${cjs}test('s', { skip: true }, () => {}); test('t', { todo: true }, () => { assert.ok(false); });
test('slow', { timeout: 20 }, () => new Promise((r) => setTimeout(r, 300)));
describe('g', () => { require('node:test').beforeEach(() => { throw new Error('no'); }); it('h', () => {}); });`,
    });
    expect(statuses(report)).to.deep.equal([
      's: skipped',
      't: todo (assertion)',
      'slow: timed-out (timeout)',
      'g h: errored (setup)',
    ]);
  });

  it('reports a file that does not load, and goes on with the others', async () => {
    const report = await runProject('node --test', {
      'a.test.js': `${cjs}require('./nowhere');`,
      'b.test.js': `${cjs}test('b', () => {});`,
    });
    expect(report.outcome, report.reason).to.equal('ran');
    expect(report.tests.map(({ id, status, failure }) => [id.file, status, failure?.kind])).to.have.deep.members([
      ['a.test.js', 'errored', 'load'],
      ['b.test.js', 'passed', undefined],
    ]);
  });

  it('fails the test whose promise was rejected after its end', async () => {
    const report = await runProject('node --test', {
      'a.test.js': `${cjs}test('late', () => { setImmediate(() => Promise.reject(new Error('x'))); }); test('wait', () => new Promise((r) => setTimeout(r, 50)));`,
    });
    expect(report.outcome, report.reason).to.equal('ran');
    expect(statuses(report)).to.deep.equal(['late: failed (error)', 'wait: passed']);
  });

  it('reports a file that throws beside its tests as errored', async () => {
    const report = await runProject('node --test', { 'a.test.js': `${cjs}test('a', () => {}); throw new Error('x');` });
    expect(report.outcome, report.reason).to.equal('ran');
    expect(statuses(report)).to.include(': errored (load)');
  });

  it('works without --test, and with a reporter on the command line', async () => {
    const files = { 'a.test.js': `${cjs}test('a', () => {});` };
    expect(statuses(await runProject('node a.test.js', files))).to.deep.equal(['a: passed']);
    const report = await runProject('node --test --test-reporter=dot', files);
    expect(report.outcome, report.reason).to.equal('ran');
    expect(statuses(report)).to.deep.equal(['a: passed']);
  });

  it('runs all workspaces, and only the one that a file belongs to', async () => {
    const files = {
      'package.json': '{"workspaces":["packages/*"],"scripts":{"test":"npm test --workspaces"}}',
      'packages/a/package.json': '{"name":"a","version":"1.0.0","scripts":{"test":"node --test"}}',
      'packages/a/test/a.test.js': `${cjs}test('a', () => {});`,
      'packages/b/package.json': '{"name":"b","version":"1.0.0","scripts":{"test":"node --test"}}',
      'packages/b/test/b.test.js': `${cjs}test('b', () => {});`,
    };
    expect(statuses(await runProject('npm test', files))).to.deep.equal(['a: passed', 'b: passed']);
    const narrowed = await runProject('npm test', files, { files: ['packages/b/test/b.test.js'] });
    expect(narrowed.outcome, narrowed.reason).to.equal('ran');
    expect(statuses(narrowed)).to.deep.equal(['b: passed']);
  });
});
