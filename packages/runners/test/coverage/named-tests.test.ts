import { execFileSync } from 'node:child_process';
import { expect } from 'chai';
import { runProject } from '../support/run-project.js';

const lib = `function one() {\n  return 1;\n}\nfunction two() {\n  return 2;\n}\nmodule.exports = { one, two };\n`;
const esm = `export function one() {\n  return 1;\n}\nexport function two() {\n  return 2;\n}\n`;

const expectOnly = (lines: Readonly<Record<number, number>> | undefined): void => {
  expect({ one: (lines?.[2] ?? 0) > 0, two: (lines?.[5] ?? 0) > 0 }).to.deep.equal({ one: true, two: false });
};

describe('executed lines of named tests', () => {
  const js = `const { one, two } = require('./lib');\n`;
  const cases = [
    {
      runner: 'mocha',
      command: 'npx mocha t.js',
      test: `${js}describe('g', () => { it('b', () => two()); it('a', () => one()); it('c', () => two()); });`,
      title: 'g a',
    },
    {
      runner: 'node:test',
      command: 'node --test t.js',
      test: `${js}const { describe, it } = require('node:test'); describe('g', () => { it('b', () => two()); it('a', async () => { await null; one(); }); it('c', () => two()); });`,
      title: 'g a',
    },
    {
      runner: 'node:test with subtests',
      command: 'node --test t.js',
      test: `${js}require('node:test').test('g', async (t) => { await t.test('b', () => two()); await t.test('a', () => one()); await t.test('c', () => two()); });`,
      title: 'g a',
    },
    {
      runner: 'jest in one process',
      command: 'npx jest -i --testMatch "**/t.js"',
      test: `${js}describe('g', () => { test('b', () => { two(); }); test('a', () => { one(); }); test('c', () => { two(); }); });`,
      title: 'g a',
    },
    {
      runner: 'jest with workers',
      command: 'npx jest -w 2 --testMatch "**/t.js" "**/u.js"',
      test: `${js}describe('g', () => { test('b', () => { two(); }); test('a', () => { one(); }); test('c', () => { two(); }); });`,
      title: 'g a',
    },
    {
      runner: 'tape',
      command: 'node t.js',
      test: `${js}const test = require('tape'); test('b', (t) => { two(); t.end(); }); test('a', (t) => { one(); t.end(); }); test('c', (t) => { two(); t.end(); });`,
      title: 'a',
    },
  ];
  it('are told apart in a file of hundreds of tests, whose source comes with a map', async () => {
    const padding = 'x'.repeat(300_000);
    const map = Buffer.from(
      JSON.stringify({
        version: 3,
        sources: ['lib.js'],
        sourcesContent: [`${lib}// ${padding}`],
        mappings: 'AAAA;AACA;AACA;AACA;AACA;AACA;AACA',
      }),
    ).toString('base64');
    const report = await runProject(
      'npx mocha t.js',
      {
        'lib.js': `${lib}// ${padding}\n//# source${''}MappingURL=data:application/json;base64,${map}\n`,
        't.js': `${js}for (let i = 0; i < 200; i++) it('b' + i, () => { two(); }); it('a', () => { one(); });`,
      },
      { coverage: ['lib.js'], coverageOf: [{ file: 't.js', title: 'a' }], outputMb: 8 },
    );
    expect(report.outcome, report.reason).to.equal('ran');
    expectOnly(report.coverage[0]?.named);
  });

  for (const { runner, command, test, title } of cases) {
    it(`are those of no other test of the file (${runner})`, async () => {
      const report = await runProject(
        command,
        { 'package.json': '{}', 'lib.js': lib, 't.js': test, 'u.js': `require('./lib'); test('u', () => {});` },
        { coverage: ['lib.js'], coverageOf: [{ file: 't.js', title }] },
      );
      expect(report.outcome, report.reason).to.equal('ran');
      expect(report.coverage[0]?.lines[5]).to.be.greaterThan(0);
      expectOnly(report.coverage[0]?.named);
    });
  }

  it('are those of no other test of the file (vitest)', async () => {
    const test = `import { describe, test } from 'vitest';\nimport { one, two } from './lib';\ndescribe('g', () => { test('b', () => { two(); }); test('a', () => { one(); }); test('c', () => { two(); }); });`;
    const report = await runProject(
      'npx vitest run',
      { 'package.json': '{"type":"module"}', 'lib.ts': esm, 'a.test.ts': test },
      { coverage: ['lib.ts'], coverageOf: [{ file: 'a.test.ts', title: 'g a' }] },
    );
    expect(report.outcome, report.reason).to.equal('ran');
    expect(report.coverage[0]?.lines[5]).to.be.greaterThan(0);
    expectOnly(report.coverage[0]?.named);
  });

  it('are those of no other file', async () => {
    const test = (call: string) => `const { one, two } = require('./lib'); it('a', () => { ${call}(); });`;
    const report = await runProject(
      'npx mocha t.js u.js',
      { 'package.json': '{}', 'lib.js': lib, 't.js': test('two'), 'u.js': test('one') },
      { coverage: ['lib.js'], coverageOf: [{ file: 'u.js', title: 'a' }] },
    );
    expectOnly(report.coverage[0]?.named);
  });

  it('are those of the hooks around the test, too', async () => {
    const test = `const { one, two } = require('./lib');
      describe('g', () => { before(() => one()); it('a', () => {}); });
      describe('h', () => { before(() => two()); afterEach(() => two()); after(() => two()); it('a', () => {}); });`;
    const report = await runProject(
      'npx mocha t.js',
      { 'package.json': '{}', 'lib.js': lib, 't.js': test },
      { coverage: ['lib.js'], coverageOf: [{ file: 't.js', title: 'g a' }] },
    );
    expectOnly(report.coverage[0]?.named);
  });

  describe('of Python', () => {
    before(function () {
      try {
        execFileSync('python3', ['-m', 'pytest', '--version'], { stdio: 'ignore' });
      } catch {
        // Not installed, or no Python at all: nothing to test here.
        this.skip();
      }
    });
    const py = `def one():\n    return 1\n\ndef two():\n    return 2\n`;

    it('are those of no other test of the file, and of its shared fixtures', async () => {
      const test = `import pytest\nfrom lib import one, two\n@pytest.fixture(scope='module')\ndef shared():\n    return one()\ndef test_b(shared): two()\ndef test_a(shared): pass\ndef test_c(): two()\n`;
      const report = await runProject(
        'python3 -m pytest',
        { 'lib.py': py, 'test_a.py': test, 'conftest.py': '' },
        { coverage: ['lib.py'], coverageOf: [{ file: 'test_a.py', title: 'test_a' }] },
      );
      expect(report.outcome, report.reason).to.equal('ran');
      expect(report.coverage[0]?.lines[5]).to.be.greaterThan(0);
      expectOnly(report.coverage[0]?.named);
    });
  });
});
