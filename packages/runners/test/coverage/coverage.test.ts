import { expect } from 'chai';
import { runProject, statuses } from '../support/run-project.js';

const lib = `function f(a) {\n  // one\n  if (a) {\n    return 1;\n  }\n  return 2;\n}\n\nfunction unused() {\n  return 3;\n}\nmodule.exports = { f };\n`;
const expected = { 1: true, 3: true, 4: false, 6: true, 9: false, 10: false, 12: true };

function executed(lines: Readonly<Record<number, number>> | undefined): Record<string, boolean> {
  return Object.fromEntries(Object.entries(lines ?? {}).map(([line, count]) => [line, count > 0]));
}

describe('coverage', () => {
  const cases = [
    { runner: 'mocha', command: 'npx mocha t.js', test: `const { f } = require('./lib'); it('x', () => { f(0); });` },
    {
      runner: 'node:test',
      command: 'node --test t.js',
      test: `const { f } = require('./lib'); require('node:test').test('x', () => { f(0); });`,
    },
    {
      runner: 'jest',
      command: 'npx jest --testMatch "**/t.js"',
      test: `const { f } = require('./lib'); test('x', () => { f(0); });`,
    },
    {
      runner: 'tape',
      command: 'node t.js',
      test: `const { f } = require('./lib'); require('tape')('x', (t) => { f(0); t.end(); });`,
    },
    { runner: 'script', command: 'node t.js', test: `const { f } = require('./lib'); f(0); process.exit(0);` },
  ];
  for (const { runner, command, test } of cases) {
    it(`counts the lines that a test executes (${runner})`, async () => {
      const report = await runProject(
        command,
        { 'package.json': '{}', 'lib.js': lib, 't.js': test },
        { coverage: ['lib.js', 'other.js'] },
      );
      expect(report.outcome, report.reason).to.equal('ran');
      expect(report.runner).to.equal(runner);
      expect(executed(report.coverage[0]?.lines)).to.deep.equal(expected);
      expect(report.coverage[1]).to.deep.equal({ file: 'other.js', lines: {} });
    });
  }

  it('maps to the TypeScript source (vitest)', async () => {
    const source = `type A = number;\n\nexport function f(\n  a: A,\n): number {\n  if (a) {\n    return 1;\n  }\n  return 2;\n}\n`;
    const report = await runProject(
      'npx vitest run',
      {
        'package.json': '{"type":"module"}',
        'lib.ts': source,
        'a.test.ts': `import { test } from 'vitest'; import { f } from './lib'; test('x', () => { f(0); });`,
      },
      { coverage: ['lib.ts'] },
    );
    expect(statuses(report)).to.deep.equal(['x: passed']);
    const lines = executed(report.coverage[0]?.lines);
    expect([lines[6], lines[7], lines[9], lines[1]]).to.deep.equal([true, false, true, undefined]);
  });

  it('maps compiled files to their source by map files', async () => {
    const map = { version: 3, sources: ['../src/lib.ts'], names: [], mappings: 'AAEA;AACA;AACA' };
    const report = await runProject(
      'node t.js',
      {
        'dist/lib.js': 'exports.f = () => {\n  return 1;\n};\n//# sourceMappingURL=lib.js.map\n',
        'dist/lib.js.map': JSON.stringify(map),
        't.js': `require('./dist/lib');`,
      },
      { coverage: ['src/lib.ts'] },
    );
    expect(executed(report.coverage[0]?.lines)).to.deep.equal({ 3: true, 4: false, 5: false });
  });

  it('sees the programs that a test starts', async () => {
    const report = await runProject(
      'npx mocha t.js',
      {
        'lib.js': `console.log(1);\n`,
        't.js': `it('x', () => { require('node:child_process').execFileSync(process.execPath, ['lib.js']); });`,
      },
      { coverage: ['lib.js'] },
    );
    expect(statuses(report)).to.deep.equal(['x: passed']);
    expect(executed(report.coverage[0]?.lines)).to.deep.equal({ 1: true });
  });
});
