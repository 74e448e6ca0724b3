import { expect } from 'chai';
import { SourceAnalysis } from '@typed-evidence-chain/analysis';
import type { ModuleInterface } from '@typed-evidence-chain/core';

const analysis = new SourceAnalysis();
const read = async (source: string, path = 'a.js'): Promise<ModuleInterface> => {
  const found = await analysis.moduleInterface(path, source);
  if (!found) throw new Error('unreadable');
  return found;
};

describe('moduleInterface', () => {
  const exported: [what: string, source: string, names: string[], path?: string][] = [
    [
      'declarations',
      'export function a() {}\nexport class B {}\nexport const c = 1, { d, e: [f] } = g;\nexport enum H {}',
      ['B', 'H', 'a', 'c', 'd', 'f'],
      'a.ts',
    ],
    [
      'lists and renamings',
      "const a = 1; export { a, a as b }; export { c as 'd e' } from 'c'; export * as f from 'f';",
      ['a', 'b', 'd e', 'f'],
    ],
    [
      'a default and everything of another module',
      "export default 1; export * from './a.js';",
      ['* from ./a.js', 'default'],
    ],
    [
      'values only, no types',
      'export interface A {}\nexport type B = 1;\nexport declare const c: 1;\nexport { type D };\nexport const e = 1;',
      ['e'],
      'a.ts',
    ],
    ['an object', 'module.exports = { a, b: 1, c() {} };', ['a', 'b', 'c']],
    ['an object that has a name', 'const api = { a }; module.exports = api; api.b = 1;', ['a', 'b']],
    ['a frozen object', 'module.exports = Object.freeze({ a });', ['a']],
    [
      'properties',
      'exports.a = 1; module.exports.b = 2; exports["c"] = 3; exports = module.exports = {}; exports.__esModule = true;',
      ['a', 'b', 'c'],
    ],
    [
      'a function with properties',
      'module.exports = run; function run() {} run.sync = () => {}; run.prototype.x = 1;',
      ['default', 'sync'],
    ],
    ['other modules, spread', "module.exports = { ...require('./a'), b };", ['* from ./a', 'b']],
    ['another module', "module.exports = require('./a');", ['* from ./a']],
    [
      'assigned and defined properties',
      "Object.assign(module.exports, { a }, require('./b')); Object.defineProperty(exports, 'c', { value: 1 }); Object.defineProperties(exports, { d: {} });",
      ['* from ./b', 'a', 'c', 'd'],
    ],
    [
      'what a compiler writes',
      "__exportStar(require('./a'), exports); exports.b = exports.c = void 0;",
      ['* from ./a', 'b', 'c'],
    ],
    ['export =', 'const api = { a: 1 };\nexport = api;', ['a'], 'a.ts'],
    [
      'Python',
      'import os\nfrom .a import b\nC = 1\n_d = 2\ndef e(): pass\nclass F: pass\nif True:\n    g = 1\n',
      ['C', 'F', 'e', 'g'],
      'a.py',
    ],
    ['a Python package', 'from .a import b\nfrom .c import *\nimport os\n', ['* from .c', 'b'], 'p/__init__.py'],
    ['the list of a Python module', '__all__ = ["a"]\ndef a(): pass\ndef b(): pass\n', ['a'], 'a.py'],
  ];
  for (const [what, source, names, path] of exported) {
    it(`exports ${what}`, async () => expect((await read(source, path)).exports).to.deep.equal(names));
  }

  const signatures: [what: string, source: string, subject: string, text: string, path?: string][] = [
    ['defaults and rest', 'export function a(b, c = 1, ...d) {}', 'a', '(b, c = 1, ...d)'],
    ['destructured keys', 'exports.a = ({ b, c: { d } = {} }) => 1;', 'a', '({ b, c: { d } = {} })'],
    [
      'types',
      'export async function a<T>(b: T, c?: string): Promise<T> {}',
      'a',
      'async <T>(b: T, c?: string): Promise<T>',
      'a.ts',
    ],
    [
      'functions that are exported by name',
      'const a = async (b) => 1; function c(d) {} module.exports = { a, c };',
      'c',
      '(d)',
    ],
    [
      'public members of a class',
      'export class A extends B { c; #d; private e() {} static f(g) {} get h() {} constructor(i) {} }',
      'A',
      'class extends B { c; constructor(i); get h(); static f(g) }',
      'a.ts',
    ],
    ['members of an exported object', 'export const api = { a(b) {}, c: { d: (e) => 1 } };', 'api.c.d', '(e)'],
    ['functions of Python', 'def a(b, *, c=1, **d) -> int: pass\n', 'a', '(b, *, c=1, **d) -> int', 'a.py'],
    [
      'classes of Python',
      'class A(B):\n    def __init__(self, c): pass\n    def d(self): pass\n    def _e(self): pass\n',
      'A',
      'class(B) { __init__(self, c); d(self) }',
      'a.py',
    ],
  ];
  for (const [what, source, subject, text, path] of signatures) {
    it(`describes ${what}`, async () => expect((await read(source, path)).signatures[subject]).to.equal(text));
  }

  const reachable: [what: string, source: string, names: string[], path?: string][] = [
    [
      'parameters and option keys',
      'export function a(b, { c, d: { e } = {}, ...f } = {}) {}',
      ['a', 'b', 'c', 'd', 'e', 'f'],
    ],
    ['methods and fields of classes', 'export class A { b(c) {} #d() {} static e = 1; }', ['A', 'b', 'c', 'e']],
    [
      'what a factory returns',
      'exports.make = (store) => { const api = { has, add(slug) {} }; function has(key) {} return api; };',
      ['add', 'has', 'key', 'make', 'slug', 'store'],
    ],
    ['instances that a factory returns', 'class A { b(c) {} }\nexport const make = () => new A();', ['b', 'c', 'make']],
    [
      'options that are read',
      'export function a(text, options) { const { b } = options; return options.c ?? inner(options); }\nfunction inner(opts) { return opts.d; }',
      ['a', 'b', 'c', 'd', 'options', 'text'],
    ],
    [
      'members of interfaces of options',
      'interface AOptions { b?: string }\ninterface Row { c: number }\nexport function d(e: AOptions, options: { f: 1 }) {}',
      ['b', 'd', 'e', 'f', 'options'],
      'a.ts',
    ],
    ['no fields of records', 'exports.sum = (lines) => lines.map((line) => line.cents);', ['lines', 'sum']],
    [
      'keyword arguments of Python',
      'def a(b, *, c=1, **kwargs):\n    return kwargs.get("d"), kwargs["e"]\n',
      ['a', 'b', 'c', 'd', 'e', 'kwargs'],
      'a.py',
    ],
  ];
  for (const [what, source, names, path] of reachable) {
    it(`names ${what}`, async () => expect((await read(source, path)).names).to.deep.equal(names));
  }

  it('lists exported types apart from values', async () =>
    expect(
      (
        await read(
          "export interface A {}\nexport type B = 1;\nexport declare const c: 1;\nexport type { D } from './d.js';\nexport { type E, f } from './e.js';\nexport type * from './g.js';",
          'a.ts',
        )
      ).types,
    ).to.deep.equal(['* from ./g.js', 'A', 'B', 'D', 'E', 'c']));

  it('describes the members of classes', async () =>
    expect(
      (
        await read(
          'class A extends b.C { static d() {} get e() {} set e(f) {} g = 1; h = () => {}; #i; _j() {} k() { this.l = m; } private n; o() { this.n = 1; } constructor(private p) { this.p = 1; } [Symbol.iterator]() {} }',
          'a.ts',
        )
      ).classes,
    ).to.deep.equal({
      A: {
        parents: ['C'],
        members: {
          'static d': 'method',
          e: 'accessor',
          g: 'field',
          h: 'method',
          k: 'method',
          o: 'method',
          '[Symbol.iterator]': 'method',
          l: 'unknown',
        },
        open: false,
      },
    }));

  it('says where members may come at run time', async () => {
    const sources = [
      'class A extends mixin(B) {}',
      'class A { constructor(b) { Object.assign(this, b); } }',
      'class A {} Object.assign(A.prototype, b);',
    ];
    for (const source of sources) expect((await read(source)).classes?.['A']?.open, source).to.equal(true);
  });

  it('describes the members of classes of Python', async () =>
    expect(
      (
        await read(
          'class A(b.C, Generic[T]):\n    D = 1\n    @property\n    def e(self): pass\n    @e.setter\n    def e(self, f): pass\n    @classmethod\n    def g(cls): self.h = 1\n    def i(self): self.j = 1\n',
          'a.py',
        )
      ).classes,
    ).to.deep.equal({
      A: {
        parents: ['C', 'Generic'],
        members: { D: 'unknown', e: 'accessor', g: 'static method', i: 'method', h: 'unknown', j: 'unknown' },
        open: false,
      },
    }));

  it('says how arguments of Python are given', async () =>
    expect(
      (await read('def a(b, /, c, d=1, *e, f, g=1, **h): pass\nclass A:\n    def i(self, j): pass\n', 'a.py'))
        .parameters,
    ).to.deep.equal({
      a: [
        { name: 'b', how: 'position', optional: false },
        { name: 'c', how: 'either', optional: false },
        { name: 'd', how: 'either', optional: true },
        { name: 'e', how: 'rest', optional: true },
        { name: 'f', how: 'keyword', optional: false },
        { name: 'g', how: 'keyword', optional: true },
        { name: 'h', how: 'keywords', optional: true },
      ],
      'A.i': [{ name: 'j', how: 'either', optional: false }],
    }));
});
