import { expect } from 'chai';
import { SourceAnalysis } from '@typed-evidence-chain/analysis';
import type { FunctionAt, FunctionQuery, FunctionsAt } from '@typed-evidence-chain/core';

const analysis = new SourceAnalysis();
const ask = async (source: string, query: FunctionQuery, path = 'a.ts'): Promise<FunctionsAt> => {
  const found = await analysis.functionsAt(path, source, query);
  if (!found) throw new Error('unreadable');
  return found;
};
const at = (line: number): FunctionQuery => ({ fromLine: line, toLine: line });
const names = ({ functions }: FunctionsAt): readonly string[] => functions.map(({ name }) => name);

describe('functionsAt', () => {
  const bodies: [source: string, body: FunctionAt['body'], path?: string][] = [
    ['function a() {}', 'nothing'],
    ['function a() { return undefined; }', 'nothing'],
    ['function a() { return null as never; }', 'nothing'],
    ['function a(b) { void b; }', 'nothing'],
    ['async function a() { return Promise.resolve(); }', 'nothing'],
    ['const a = () => undefined;', 'nothing'],
    ['class A { a() {} }', 'nothing'],
    ['function a() { throw new Error("b"); }', 'throws'],
    ['const a = async () => Promise.reject(new Error("b"));', 'throws'],
    ['function a() { return 1; }', 'code'],
    ['class A { get a() { return this.b.length; } }', 'code'],
    ['class A { constructor(readonly b: string) {} }', 'code'],
    ['function a(b) { if (!b) return undefined; return b; }', 'code'],
    ['def a(): pass', 'nothing', 'a.py'],
    ['def a():\n    """b"""\n    ...', 'nothing', 'a.py'],
    ['def a(): return cast(B, None)', 'nothing', 'a.py'],
    ['def a():\n    raise NotImplementedError', 'throws', 'a.py'],
    ['def a(b):\n    return b', 'code', 'a.py'],
  ];
  for (const [source, body, path] of bodies) {
    it(`calls the body of ${JSON.stringify(source)} ${body}`, async () =>
      expect((await ask(source, at(1), path)).functions.map((one) => one.body)).to.deep.equal([body]));
  }

  it('finds the innermost declared function, not a callback in it', async () =>
    expect(
      names(await ask('function a() {\n  const b = () => {\n    c.map((d) => {\n      e(d);\n    });\n  };\n}', at(4))),
    ).to.deep.equal(['b']));

  it('finds a handler that is registered on loading', async () =>
    expect(names(await ask("app.get('/a', (b) => {\n  b.end();\n});", at(1)))).to.deep.equal([
      'the function given to get()',
    ]));

  it('finds all methods at the head of a class', async () =>
    expect(names(await ask('class A {\n  b() {}\n  c = () => 1;\n}', at(1)))).to.deep.equal(['A.b', 'c']));

  it('finds what an export names', async () => {
    const source =
      "import { b } from './b.js';\nfunction a() {\n  return 1;\n}\nexport { a, b };\nexport { c } from './c.js';";
    const found = await ask(source, { fromLine: 5, toLine: 6 });
    expect(names(found)).to.deep.equal(['a']);
    expect(found.functions[0]?.isNamed).to.equal(true);
    expect(found.elsewhere).to.deep.equal([
      { specifier: './b.js', name: 'b' },
      { specifier: './c.js', name: 'c' },
    ]);
  });

  it('finds what CommonJS exports name', async () =>
    expect(
      await ask(
        "function a() { return 1; }\nexports.a = a;\nexports.b = require('./b').c;",
        { fromLine: 2, toLine: 3 },
        'a.js',
      ),
    ).to.deep.include({ elsewhere: [{ specifier: './b', name: 'c' }] }));

  it('finds what the list of a Python module names', async () => {
    const found = await ask('from .b import c\n__all__ = ["a", "c"]\ndef a(): return 1\n', at(2), 'a.py');
    expect(names(found)).to.deep.equal(['a']);
    expect(found.elsewhere).to.deep.equal([{ specifier: '.b', name: 'c' }]);
  });

  it('says nothing of data', async () =>
    expect(await ask('const A = {\n  b: 1,\n};', at(2))).to.deep.equal({ functions: [], elsewhere: [] }));

  it('answers by the name of an export', async () =>
    expect(names(await ask('const a = () => 1;\nexport { a as b };', { name: 'b' }))).to.deep.equal(['a']));

  it('knows what nothing uses and nothing exports', async () => {
    const unused = async (source: string): Promise<boolean | undefined> =>
      (await ask(source, at(1))).functions[0]?.isUnused;
    expect(await unused('function a() { return a; }\nexport const b = 1;')).to.equal(true);
    expect(await unused('function a() { return 1; }\nexport { a };')).to.equal(false);
    expect(await unused('function a() { return 1; }\nexport const b = () => a();')).to.equal(false);
    expect(await unused('export function a() { return 1; }')).to.equal(false);
    expect(await unused('function a() { return 1; }')).to.equal(false);
  });

  const taken: [source: string, fails: RegExp, doesNothing: string, path?: string][] = [
    [
      'export const a = (b) => ({ b });',
      /^export const a = \(b\) => \{ throw .*\};$/,
      'export const a = (b) => {};',
      'a.js',
    ],
    ['function a() { return 1; }', /^function a\(\) \{ throw .*\}$/, 'function a() { return undefined as never; }'],
    [
      'class A extends B { constructor() { c(); } }',
      /\{ throw/,
      'class A extends B { constructor() { super(...arguments); } }',
      'a.js',
    ],
    [
      '\uFEFFdef a(b):\n    """𝒳é"""\n    c()\n    return b\n',
      /"""\n {4}raise RuntimeError\(.*\)\n$/,
      '\uFEFFdef a(b):\n    """𝒳é"""\n    return None\n',
      'a.py',
    ],
    ['def a():\n    yield 1\n', /raise .*; yield\n$/, 'def a():\n    return; yield\n', 'a.py'],
  ];
  for (const [source, fails, doesNothing, path] of taken) {
    it(`takes out the body of ${JSON.stringify(source)}`, async () => {
      const [one] = (await ask(source, at(1), path)).functions;
      if (!one) throw new Error('no function');
      const put = (text: string): string => source.slice(0, one.from) + text + source.slice(one.to);
      expect(put(one.fails)).to.match(fails);
      expect(put(one.doesNothing)).to.equal(doesNothing);
    });
  }
});
