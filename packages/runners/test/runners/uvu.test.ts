import { expect } from 'chai';
import { runProject } from '../support/run-project.js';

const results = async (
  files: Readonly<Record<string, string>>,
  command = 'npx uvu test',
  manifest: Readonly<Record<string, unknown>> = {},
) => {
  const report = await runProject(command, { 'package.json': JSON.stringify(manifest), ...files });
  return { report, tests: report.tests.map(({ id, status, failure }) => [id.file, id.title, status, failure?.kind]) };
};

const tests = (lines: string, module = 'cjs'): string =>
  module === 'cjs'
    ? `const { suite, test } = require('uvu');\nconst assert = require('uvu/assert');\n${lines}`
    : `import { suite, test } from 'uvu';\nimport * as assert from 'uvu/assert';\n${lines}`;

const MIXED = `test('good', () => assert.is(1, 1));
test('bad', () => assert.is(1, 2));
test('throws', async () => null.x);
test.skip('skipped', () => {});
test.run();
const group = suite('group');
group('inside', (context) => assert.is(context.value, 1));
group.before((context) => { context.value = 1; });
group.run();`;
const EXPECTED = [
  ['good', 'passed', undefined],
  ['bad', 'failed', 'assertion'],
  ['throws', 'failed', 'error'],
  ['skipped', 'skipped', undefined],
  ['group inside', 'passed', undefined],
];

describe('uvu', () => {
  it('reports each test with its file, from CommonJS and from ES modules, by the program and by node alone', async () => {
    const runs: [string, string, string, string][] = [
      ['cjs', 'test/a.js', 'npx uvu test', '{}'],
      ['esm', 'test/a.mjs', 'npx uvu test', '{}'],
      ['cjs', 'test/a.js', 'node test/a.js', '{}'],
      ['esm', 'test/a.mjs', 'node test/a.mjs', '{}'],
    ];
    for (const [module, file, command] of runs) {
      const { report, tests: seen } = await results({ [file]: tests(MIXED, module) }, command);
      expect(report.outcome, `${command} ${report.reason}`).to.equal('ran');
      expect(report.runner).to.equal('uvu');
      expect(seen).to.have.deep.members(EXPECTED.map((row) => [file, ...row]));
    }
  });

  it('tells the tests of several files apart', async () => {
    const one = `test('same', () => assert.ok(true));\ntest.run();`;
    const other = `test('same', () => assert.ok(false));\ntest.run();`;
    const { tests: seen } = await results({ 'test/a.js': tests(one), 'test/b.js': tests(other) });
    expect(seen).to.have.deep.members([
      ['test/a.js', 'same', 'passed', undefined],
      ['test/b.js', 'same', 'failed', 'assertion'],
    ]);
  });

  it('takes an error of a hook for a test for no failure of the code, and one before all for no pass', async () => {
    const each = `test.before.each(() => { throw new Error('no'); });\ntest('a', () => {});\ntest.run();`;
    const all = `test.before(() => { throw new Error('no'); });\ntest('a', () => {});\ntest.run();`;
    expect((await results({ 'test/a.js': tests(each) })).tests).to.deep.equal([['test/a.js', 'a', 'errored', 'setup']]);
    // uvu itself leaves with 0 here.
    const { report, tests: seen } = await results({ 'test/a.js': tests(all) });
    expect(seen.map(([, , status]) => status)).to.deep.equal(['errored']);
    expect(report.outcome).to.equal('unmeasured');
  });

  it('shows what a focused test hides', async () => {
    const { tests: seen } = await results({
      'test/a.js': tests(`test('a', () => {});\ntest.only('b', () => {});\ntest.run();`),
    });
    expect(seen.map(([, title, status]) => `${title} ${status}`)).to.have.members(['a skipped', 'b passed']);
  });

  it('believes no early exit and nothing that is put into the queue', async () => {
    const left = await results({
      'test/a.js': tests(`test('a', () => process.exit(0));\ntest('b', () => assert.ok(false));\ntest.run();`),
    });
    expect(left.report.outcome).to.equal('crashed');
    const forged = await results({
      'test/a.js': tests(
        `test('a', () => assert.ok(false));\nUVU_QUEUE.length = 0;\nUVU_QUEUE.push([null, async () => [true, 1, 0, 1]]);\ntest.run();\nUVU_QUEUE[0].pop();`,
      ),
    });
    expect(forged.tests.some(([, , status]) => status === 'passed')).to.equal(false);
    expect(forged.report.outcome).to.not.equal('ran');
  });

  it('is found where a command names it as a package script would', async () => {
    const { report, tests: seen } = await results(
      { 'test/a.js': tests(`test('a', () => {});\ntest.run();`) },
      'uvu test',
    );
    expect(report.outcome, report.reason).to.equal('ran');
    expect(seen).to.deep.equal([['test/a.js', 'a', 'passed', undefined]]);
  });

  it('finds no program that is not installed', async () => {
    const { report } = await results({ 'test/a.js': '' }, 'no-such-runner test');
    expect(report.outcome).to.equal('not-started');
  });
});
