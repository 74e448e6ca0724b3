import { expect } from 'chai';
import { SourceAnalysis } from '@typed-evidence-chain/analysis';

const analysis = new SourceAnalysis();

describe('sameCode', () => {
  const same: [what: string, before: string, after: string, path?: string][] = [
    ['comments and white space', 'a(1,2) // b', '/* c */ a(\n  1,\n  2,\n)'],
    ['quotes', "a('b')", 'a("b")'],
    ['quoted keys', "a({ 'b': 1 })", 'a({ b: 1 })'],
    ['parentheses', 'a = (b + c)', 'a = b + c'],
    ['parentheses of an arrow function', 'a = (b) => (c)', 'a = b => c'],
    ['semicolons', 'a()\nb();;', 'a();\nb();'],
    ['the notation of a number', 'a(0x10)', 'a(16)'],
    ['line ends', 'a();\r\nb();\r\n', 'a();\nb();\n'],
    ['a byte order mark', '\uFEFFa();', 'a();'],
    ['declarations', 'export class A { b(): void; }', 'export function c(d: string): number;', 'a.d.ts'],
    ['annotations', 'const a: string = b;', 'const a = b;', 'a.ts'],
    ['interfaces and aliases', 'interface A {}\ntype B = A;\na();', 'a();', 'a.ts'],
    [
      'type-only imports',
      "import type { A } from 'a';\nimport { type B, c } from 'b';",
      "import { c } from 'b';",
      'a.ts',
    ],
    ['casts', 'a((b as C)!, d satisfies E, <F>g)', 'a(b, d, g)', 'a.ts'],
    [
      'modifiers',
      'abstract class A { private readonly b?: string = c; declare d: 1; abstract e(): void }',
      'class A { b = c }',
      'a.ts',
    ],
    ['overloads', 'function a(b: 1): 1;\nfunction a(b) { return b }', 'function a(b) { return b }', 'a.ts'],
    ['a parameter called this', 'function a(this: B, c) {}', 'function a(c) {}', 'a.ts'],
    ['generic arguments', 'new Map<string, number>(); a<string>(b)', 'new Map(); a(b)', 'a.ts'],
    ['the indentation of JSX', '<p>\n  a\n  b\n</p>', '<p>\n      a\n      b\n    </p>', 'a.jsx'],
    ['comments of Python', 'a = 1  # b\n', 'a = (1)\n', 'a.py'],
    ['quotes of Python', "a = 'b'\n", 'a = "b"\n', 'a.py'],
  ];
  for (const [what, before, after, path = 'a.js'] of same) {
    it(`ignores ${what}`, async () => expect(await analysis.sameCode(path, before, after)).to.equal(true));
  }

  const different: [what: string, before: string, after: string, path?: string][] = [
    ['a value', 'a(1)', 'a(2)'],
    ['an operator', 'a > b', 'a >= b'],
    ['the order of statements', 'a();b()', 'b();a()'],
    ['an optional chain', 'a.b', 'a?.b'],
    ['where an optional chain ends', '(a?.b).c', 'a?.b.c'],
    ['await', 'async () => { await a() }', 'async () => { a() }'],
    ['a directive', "'use strict'; a()", 'a()'],
    ['a private name', 'class A { #b; c() { return this.#b } }', 'class A { b; c() { return this.b } }'],
    ['a shorthand of a computed key', 'a({ [b]: 1 })', 'a({ b: 1 })'],
    ['a decorator', '@a class B {}', '@c class B {}'],
    ['a member of an enum', 'enum A { B, C }', 'enum A { C, B }', 'a.ts'],
    ['a parameter that is a field', 'class A { constructor(private b) {} }', 'class A { constructor(b) {} }', 'a.ts'],
    ['an import for its effect', "import 'a'", "import {} from 'b'"],
    ['an empty loop', 'for (;;);', 'for (;;) a();'],
    ['a word of JSX text', '<p>a b</p>', '<p>a  c</p>', 'a.jsx'],
    ['indentation of Python', 'if a:\n  b()\n  c()\n', 'if a:\n  b()\nc()\n', 'a.py'],
    ['an expected value of Python', 'assert a == 1\n', 'assert a == 2\n', 'a.py'],
  ];
  for (const [what, before, after, path = 'a.js'] of different) {
    it(`sees ${what}`, async () => expect(await analysis.sameCode(path, before, after)).to.equal(false));
  }

  it('says nothing where one side cannot be read', async () => {
    expect(await analysis.sameCode('a.js', 'a(', 'a()')).to.equal(undefined);
    expect(await analysis.sameCode('a.js', 'a()', 'a(')).to.equal(undefined);
    expect(await analysis.sameCode('a.md', 'a', 'a')).to.equal(undefined);
  });
});
