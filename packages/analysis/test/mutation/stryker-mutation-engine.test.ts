import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StrykerMutationEngine } from '@typed-evidence-chain/analysis';
import type { Mutant } from '@typed-evidence-chain/core';
import { expect } from 'chai';
import fc from 'fast-check';

const engine = new StrykerMutationEngine();

const every = (source: string): number[] => source.split('\n').map((_, index) => index + 1);

async function mutantsOf(
  source: string,
  { path = 'src/a.js', lines = every(source) } = {},
): Promise<readonly Mutant[]> {
  const found = await engine.find({ path, source, lines });
  if (found.kind === 'unknown') throw new Error(found.reason);
  return found.mutants;
}

/** The sources of all mutants of one kind. */
async function sourcesOf(
  source: string,
  operator: string,
  path = 'src/a.js',
): Promise<readonly (string | undefined)[]> {
  const mutants = (await mutantsOf(source, { path })).filter((mutant) => mutant.operator === operator);
  return Promise.all(mutants.map((mutant) => engine.apply(mutant, source)));
}

describe('StrykerMutationEngine', function () {
  this.timeout(60_000);

  it('says what is changed, and where', async () => {
    const [first] = await mutantsOf('export const f = (a, b) => {\n  return a + b;\n};\n', { lines: [2] });
    expect(first).to.deep.include({
      path: 'src/a.js',
      line: 2,
      endLine: 2,
      operator: 'ArithmeticOperator',
      original: 'a + b',
      replacement: 'a - b',
    });
  });

  it('changes nothing else of the source', async () => {
    const source = '// top\nexport const f = (a,b) => a*b ; // tail\r\nlet   x;\n';
    expect(await sourcesOf(source, 'ArithmeticOperator')).to.deep.equal([source.replace('a*b', '(a / b)')]);
  });

  it('stays within the given lines', async () => {
    const source = 'if (a > 1) {\n  b(a - 1);\n  c(a - 2);\n}\n';
    const mutants = await mutantsOf(source, { lines: [2] });
    expect(mutants.map(({ original }) => original)).to.deep.equal(['a - 1']);
  });

  it('takes neighbouring lines as one place', async () => {
    const source = 'x();\nfunction f() {\n  return 1;\n}\ny();\n';
    const mutants = await mutantsOf(source, { lines: [2, 3, 4] });
    expect(mutants.map(({ operator, line, endLine }) => [operator, line, endLine])).to.deep.equal([
      ['BlockStatement', 2, 4],
    ]);
  });

  it('keeps the meaning of what stands around an expression', async () => {
    const sources = await sourcesOf('const y = x && a && b;\n', 'LogicalOperator');
    expect(sources).to.have.members(['const y = (x && a || b);\n', 'const y = (x || a) && b;\n']);
  });

  it('does not continue the line before in code without semicolons', async () => {
    expect(await sourcesOf('let n = f\nn += 1\n', 'AssignmentOperator')).to.deep.equal(['let n = f\n;(n -= 1)\n']);
  });

  it('leaves a statement of an if without a block where it is', async () => {
    expect(await sourcesOf('if (a) n += 1\nelse b()\n', 'AssignmentOperator')).to.deep.equal([
      'if (a) (n -= 1)\nelse b()\n',
    ]);
  });

  it('keeps a tagged template one', async () => {
    expect(await sourcesOf('f(tag`x${1}y`);\n', 'StringLiteral')).to.deep.equal(['f(tag``);\n']);
  });

  for (const { path, source } of [
    { path: 'src/a.cjs', source: "'use strict';\nmodule.exports = (a) => a > 1;\n" },
    { path: 'src/a.mjs', source: 'export default (a) => a > 1;\n' },
    { path: 'src/a.jsx', source: 'export const f = (a) => <b c={a > 1} />;\n' },
    { path: 'src/a.js', source: '// @flow\nexport const f = (a: number) => a > 1;\n' },
    { path: 'src/a.ts', source: 'export const f = (a: number): boolean => a! > 1;\n' },
    { path: 'src/a.tsx', source: 'export const f = (a: number) => <b c={a! > 1} />;\n' },
  ]) {
    it(`reads ${path}: ${source.split('\n').at(-2)}`, async () => {
      expect((await sourcesOf(source, 'EqualityOperator', path)).filter((text) => text !== undefined)).to.have.length(
        2,
      );
    });
  }

  it('keeps a type check out of the run of a mutant', async () => {
    const [text] = await sourcesOf('#!/usr/bin/env x\nconst a: number = 1 + 1;\n', 'ArithmeticOperator', 'src/a.ts');
    expect(text).to.equal('#!/usr/bin/env x\n// @ts-nocheck\nconst a: number = (1 - 1);\n');
  });

  it('takes no word of the patch for leaving a line out', async () => {
    const source = '// Stryker disable all\nexport const f = (a, b) => a + b;\n';
    expect(await sourcesOf(source, 'ArithmeticOperator')).to.have.length(1);
  });

  it('counts lines as git does, and keeps a byte order mark', async () => {
    const source = '\uFEFFconst t = "\u2028";\nconst n = a + b;\n';
    const [mutant] = (await mutantsOf(source, { lines: [2] })) as [Mutant];
    expect(mutant.line).to.equal(2);
    expect(await engine.apply(mutant, source)).to.equal(source.replace('a + b', '(a - b)'));
  });

  for (const [path, source] of [
    ['src/a.py', 'x = 1 + 1\n'],
    ['src/a.js', 'const = ;\n'],
    ['src/a.d.ts', 'export declare const a: 1;\n'],
  ] as const) {
    it(`says why nothing is known of ${path} with ${JSON.stringify(source)}`, async () => {
      const found = await engine.find({ path, source, lines: [1] });
      expect(found).to.have.property('kind', 'unknown');
      expect(found).to.have.property('reason').that.matches(/\w/);
    });
  }

  it('answers nothing for a mutant that leaves no program', async () => {
    const [mutant] = (await mutantsOf('const n = a + b;\n')) as [Mutant];
    expect(await engine.apply({ ...mutant, edit: { ...mutant.edit, text: ')(' } }, 'const n = a + b;\n')).to.equal(
      undefined,
    );
  });

  it('answers for any text and any lines', async () => {
    const fragment = fc.constantFrom(
      'a',
      '+',
      '(',
      ')',
      '{',
      '}',
      '=>',
      ';',
      '\n',
      '`',
      'if',
      '/',
      '"s"',
      '\u2028',
      '<',
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(fragment, { maxLength: 30 }).map((parts) => parts.join(' ')),
    );
    await fc.assert(
      fc.asyncProperty(text, fc.array(fc.integer({ min: -1, max: 50 })), async (source, lines) => {
        const found = await engine.find({ path: 'src/a.ts', source, lines });
        const own = new Set(lines);
        for (const mutant of found.kind === 'found' ? found.mutants : []) {
          for (let line = mutant.line; line <= mutant.endLine; line += 1) expect(own.has(line)).to.equal(true);
          expect(source.slice(mutant.edit.from, mutant.edit.to)).to.equal(mutant.original);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('runs no Babel configuration of the folder in which it is called', () => {
    const folder = mkdtempSync(join(tmpdir(), 'mutation-'));
    try {
      writeFileSync(join(folder, 'package.json'), '{}');
      writeFileSync(
        join(folder, 'babel.config.js'),
        "require('node:fs').writeFileSync('ran', ''); module.exports = {};\n",
      );
      const script = `import { existsSync } from 'node:fs';
import { StrykerMutationEngine } from ${JSON.stringify(import.meta.resolve('@typed-evidence-chain/analysis'))};
const found = await new StrykerMutationEngine().find({ path: 'a.js', source: 'f(a + b);\\n', lines: [1] });
process.stdout.write(JSON.stringify([found.mutants.length, existsSync('ran')]));\n`;
      const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
        cwd: folder,
        encoding: 'utf8',
      });
      expect(stdout, stderr).to.equal('[1,false]');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
