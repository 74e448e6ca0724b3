import { expect } from 'chai';
import { runProject } from '../support/run-project.js';

/** What a compiler leaves: a script with its map beside it, made by the run itself. */
const BUILD = `
const fs = require('node:fs');
fs.mkdirSync('out', { recursive: true });
for (const name of ['sum', 'sum.test', 'other.test']) {
  const text = fs.readFileSync('src/' + name + '.ts', 'utf8').replaceAll(': number', '');
  const map = { version: 3, sources: ['../src/' + name + '.ts'], names: [], mappings: text.split('\\n').map((_, i) => (i ? 'AACA' : 'AAAA')).join(';') };
  fs.writeFileSync('out/' + name + '.js', text + '//# sourceMappingURL=' + name + '.js.map');
  fs.writeFileSync('out/' + name + '.js.map', JSON.stringify(map));
}`;
const project = (library: string) => ({
  'build.js': BUILD,
  'src/sum.ts': 'exports.sum = (a: number, b: number): number => {\n  return a + b;\n};\n',
  'src/sum.test.ts': `${library}\ntest('sums', () => {\n  if (require('./sum').sum(1, 2) !== 3) throw new Error('no');\n});\n`,
  'src/other.test.ts': `${library}\ntest('other', () => {});\n`,
});

const commands: readonly (readonly [runner: string, command: string, library: string])[] = [
  ['mocha', 'node build.js && npx mocha --ui tdd "out/*.test.js"', ''],
  [
    'tape',
    'node build.js && npx tape "out/*.test.js"',
    "const tape = require('tape'); const test = (n, f) => tape(n, (t) => { f(); t.end(); });",
  ],
  ['node:test', 'node build.js && node --test out/', "const { test } = require('node:test');"],
];

describe('tests that are compiled first', () => {
  for (const [runner, command, library] of commands) {
    it(`are found by their source, and so are executed lines (${runner})`, async () => {
      const report = await runProject(command, project(library), {
        files: ['src/sum.test.ts'],
        coverage: ['src/sum.ts'],
      });
      expect(report.outcome, report.reason).to.equal('ran');
      const sums = report.tests.find(({ id }) => id.title === 'sums');
      expect(sums).to.deep.include({ status: 'passed' });
      expect([sums?.id.file, ...(sums?.id.alsoIn ?? [])]).to.include('src/sum.test.ts');
      expect(report.coverage[0]?.lines[2]).to.equal(1);
    });
  }
});
