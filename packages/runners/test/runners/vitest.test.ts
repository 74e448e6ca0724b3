import { expect } from 'chai';
import { runProject, statuses } from '../support/run-project.js';

const head = `import { test, it, expect, describe, beforeEach } from 'vitest';\n`;
const esm = { 'package.json': '{"type":"module"}' };

describe('vitest', () => {
  it('reports each test, with frames of the TypeScript source', async () => {
    const report = await runProject('npx vitest run', {
      ...esm,
      'vitest.config.ts': `import { defineConfig } from 'vitest/config'; export default defineConfig({ test: { include: ['t/*.ts'], retry: 2 } });`,
      'lib.ts': `type A = { x: number };\n\nexport function f(a: A | null): number {\n  return a!.x;\n}\n`,
      't/a.ts': `${head}import { f } from '../lib';
describe('g', () => { it('eq', () => expect(1).toBe(2)); it('err', () => { f(null); }); it.skip('s', () => {}); it.todo('t'); it.fails('f', () => { throw new Error('x'); }); });
it('slow', () => new Promise(() => {}), 20);
describe('h', () => { beforeEach(() => { throw new Error('no'); }); it('x', () => {}); });`,
      't/b.ts': `${head}import './nowhere'; it('b', () => {});`,
      't/c.ts': `${head}it('c', () => {});`,
    });
    expect(report.outcome, report.reason).to.equal('ran');
    expect(report.runner).to.equal('vitest');
    expect(statuses(report)).to.have.members([
      'g eq: failed (assertion)',
      'g err: failed (error)',
      'g s: skipped',
      'g t: todo',
      'g f: passed',
      'slow: timed-out (timeout)',
      'h x: errored (setup)',
      ': errored (load)',
      'c: passed',
    ]);
    expect(report.tests.find(({ id }) => id.title === 'g err')?.failure?.stack[0]).to.include({
      file: 'lib.ts',
      line: 4,
    });
    expect(report.tests.find(({ id }) => id.title === 'g f')?.marks).to.deep.equal(['expected-to-fail']);
  });

  it('writes no snapshot and leaves CI alone', async () => {
    const report = await runProject('npx vitest run -u', {
      ...esm,
      'a.test.ts': `${head}test('snap', () => expect({ a: 1 }).toMatchSnapshot()); test('env', () => expect(process.env.CI).toBe(undefined));`,
    });
    expect(statuses(report)).to.deep.equal(['snap: failed (assertion)', 'env: passed']);
  });

  it('runs the requested files only', async () => {
    const report = await runProject(
      'npx vitest',
      { ...esm, 'a.test.ts': `${head}test('a', () => {});`, 'b.test.ts': `${head}test('b', () => {});` },
      { files: ['b.test.ts'] },
    );
    expect(statuses(report)).to.deep.equal(['b: passed']);
  });

  it('fails the test whose promise was rejected and not awaited', async () => {
    const report = await runProject('npx vitest run', {
      ...esm,
      'a.test.ts': `${head}test('late', () => { void Promise.reject(new Error('x')); }); test('wait', () => new Promise((r) => setTimeout(r, 50)));`,
    });
    expect(
      report.tests.some(({ status }) => status === 'failed') || report.outcome === 'unmeasured',
      JSON.stringify(report),
    ).to.equal(true);
  });

  it('never calls a test passed that ended its worker', async () => {
    const report = await runProject('npx vitest run', {
      ...esm,
      'a.test.ts': `${head}test('a', () => { process.exit(0); });`,
    });
    expect(
      report.tests.filter(({ status }) => status === 'passed'),
      JSON.stringify(report),
    ).to.deep.equal([]);
  });

  it('does not take a test selected by `only` for a passed one', async () => {
    const report = await runProject('npx vitest run', {
      ...esm,
      'a.test.ts': `${head}test.only('a', () => {}); test('b', () => {});`,
    });
    expect(report.tests.filter(({ status }) => status === 'passed')).to.deep.equal([]);
  });
});
