import { expect } from 'chai';
import fc from 'fast-check';
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SourceAnalysis, pythonVersion } from '@typed-evidence-chain/analysis';

const analysis = new SourceAnalysis();
const paths = ['a.js', 'a.mjs', 'a.cjs', 'a.jsx', 'a.ts', 'a.tsx', 'a.mts', 'a.md'];

const fragments = fc.constantFrom(
  ...'( ) { } [ ] ; , : . => = + - ! ? ?. ... ` ${ \' " / // /* */ < > </ @ # \\ \n \r\n \u2028 \uFEFF a b expect( assert. it(\'x\', () => describe( test.each function class import from export default const await async yield return 1 0x 1n null "s" .to.equal( .toBe( .not type interface enum as satisfies'.split(
    ' ',
  ),
);
const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.array(fragments, { maxLength: 40 }).map((parts) => parts.join(' ')),
);

/** Every answer about a text; a rejection would fail the property. */
async function askAll(path: string, source: string): Promise<void> {
  await analysis.moduleInterface(path, source);
  await analysis.testSurface(path, source);
  await analysis.reprint(path, source);
  await analysis.addStubs(path, source, ['a', 'default']);
  await analysis.namesUsed(path, source, 1, 3);
  await analysis.imports(path, source);
}

const sources = (folder: string): [string, string][] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:ts|js|mjs|cjs|py)$/.test(name))
    .map((name) => [name, readFileSync(`${folder}/${name}`, 'utf8')]);

describe('any text', function () {
  this.timeout(60_000);

  it('is answered, never thrown at', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), text, async (path, source) => askAll(path, source)),
      { numRuns: 200 },
    );
  });

  it('has as many lines as git counts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), text, async (path, source) => {
        const kinds = await analysis.lineKinds(path, source);
        const lines = source === '' ? 0 : source.split('\n').length - (source.endsWith('\n') ? 1 : 0);
        if (kinds) expect(kinds.length).to.equal(lines);
      }),
      { numRuns: 200, examples: [['a.js', '\uFEFF']] },
    );
  });

  it('can still be read after its expectation is flipped, and differs', async () => {
    const literal = fc.oneof(
      fc.integer().map(String),
      fc.string().map((value) => JSON.stringify(value)),
      fc.constantFrom('true', 'null', '[]', '{ a: [1, { b: "c" }] }', 'x', 'f(1)', '`a${b}`', '/a/u', '-1n'),
    );
    const assertion = fc.constantFrom(
      'expect(a).toBe(',
      'expect(a).not.toEqual(',
      'assert.equal(a, ',
      'assert.notEqual(a, ',
      'expect(a).to.have.property("b", ',
      't.deepEqual(a, ',
      'assert.ok(',
      'expect(f).toThrow(',
    );
    await fc.assert(
      fc.asyncProperty(assertion, literal, async (start, value) => {
        const source = `import test from 'tape';\ntest('a', (t) => {\n  ${start}${value});\n});\n`;
        const flipped = await analysis.flipExpectation('a.ts', source, 3);
        expect(flipped).not.to.equal(undefined);
        expect(await analysis.sameCode('a.ts', source, flipped?.source ?? source)).to.equal(false);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a source that is nested too deeply', () => {
  for (const path of ['a.ts', 'a.py']) {
    it(`is one that cannot be read: ${path}`, async () => {
      const source = `a = ${'('.repeat(50_000)}1${')'.repeat(50_000)}`;
      expect(await analysis.lineKinds(path, source)).to.equal(undefined);
      expect(await analysis.sameCode(path, source, source)).to.equal(undefined);
      expect(await analysis.testSurface(path, source)).to.equal(undefined);
    });
  }
});

describe('pythonVersion', () => {
  it('says which Python reads sources', async () => {
    expect(await pythonVersion()).to.match(/^3\.\d+\.\d+$/);
  });

  it('says nothing where there is none', async () => {
    const { PATH } = process.env;
    process.env['PATH'] = '/nowhere';
    try {
      expect(await pythonVersion()).to.equal(undefined);
      expect(await analysis.lineKinds('a.py', 'a = 1\n')).to.equal(undefined);
    } finally {
      process.env['PATH'] = PATH;
    }
  });
});

describe('real sources', () => {
  for (const folder of ['../../src', '../../../core/src', '../../assets/python', '../../test']) {
    it(`of ${folder} are the same program when they are printed anew`, async function () {
      this.timeout(120_000);
      const files = sources(fileURLToPath(new URL(folder, import.meta.url)));
      expect(files).not.to.have.lengthOf(0);
      for (const [path, source] of files) {
        const printed = (await analysis.reprint(path, source)) ?? '';
        expect(await analysis.sameCode(path, source, printed), path).to.equal(true);
      }
    });
  }
});
