import { expect } from 'chai';
import { SourceAnalysis } from '@typed-evidence-chain/analysis';

const analysis = new SourceAnalysis();
const kinds = async (path: string, lines: readonly string[], end = '\n'): Promise<string> =>
  ((await analysis.lineKinds(path, lines.join(end))) ?? ['unreadable']).join(' ');

describe('lineKinds', () => {
  const cases: { what: string; path?: string; lines: string[]; are: string }[] = [
    {
      what: 'a file of declarations as types, whatever its form',
      path: 'a.d.mts',
      lines: ['export class A {', '  constructor(b: string);', '  c: number;', '}', 'export const d = 1;'],
      are: 'type type type punctuation type',
    },
    { what: 'a directive as punctuation', lines: ["'use strict';", 'run();'], are: 'punctuation code' },
    {
      what: 'imports and re-exports',
      lines: ["import a from 'a';", 'import {', '  b,', "} from 'b';", "export { c } from 'c';", "export * from 'd';"],
      are: 'import import import import export export',
    },
    {
      what: 'require bindings as imports',
      lines: [
        "const a = require('a');",
        "const { b } = require('b');",
        "const c = require('c').d;",
        "require('e');",
        "const d = require('d')(1);",
      ],
      are: 'import import import import code',
    },
    {
      what: 'an else between two blocks as punctuation',
      lines: ['if (a) {', '  b();', '} else {', '  c();', '}'],
      are: 'code code punctuation code punctuation',
    },
    {
      what: 'closing brackets as punctuation',
      lines: ['call(', '  [', '    1,', '  ],', ');'],
      are: 'code punctuation code punctuation punctuation',
    },
    {
      what: 'every line of an object as code',
      lines: ['const a = {', '  b: 1,', '  c,', '};'],
      are: 'code code code punctuation',
    },
    {
      what: 'the lines of a template as code',
      lines: ['const a = `', 'text', '', '${b}', '`;'],
      are: 'code code blank code punctuation',
    },
    { what: 'comments', lines: ['// a', '/* b', '', ' c */', 'd(); // e'], are: 'comment comment blank comment code' },
    {
      what: 'types',
      path: 'a.ts',
      lines: [
        'interface A {',
        '  b: string;',
        '}',
        'type C = 1;',
        'declare const d: number;',
        'const e = {} as',
        '  A;',
        'export type { F };',
      ],
      are: 'type type punctuation type type code type import',
    },
    {
      what: 'a type-only import as an import',
      path: 'a.ts',
      lines: ["import type { A } from 'a';", "import { type B } from 'b';"],
      are: 'import import',
    },
    {
      what: 'the header of a function as a declaration',
      path: 'a.ts',
      lines: ['function a(', '  b: string,', '  c:', '    number,', '): void {', '}'],
      are: 'declaration declaration declaration type type punctuation',
    },
    {
      what: 'a declared field as a type and an assigned one as code',
      path: 'a.ts',
      lines: ['class A {', '  b: string;', '  c = 1;', '  #d;', '  @e() f: string;', '}'],
      are: 'declaration type code code code punctuation',
    },
    {
      what: 'enums and namespaces as code',
      path: 'a.ts',
      lines: ['enum A {', '  B,', '}', 'namespace C {', '  export const d = 1;', '}', 'namespace T { type U = 1 }'],
      are: 'code code punctuation code code punctuation type',
    },
    {
      what: 'overloads as types',
      path: 'a.ts',
      lines: ['function a(b: 1): void;', 'function a(b: unknown) {', '  use(b);', '}'],
      are: 'type declaration code punctuation',
    },
    {
      what: 'closing tags as punctuation',
      path: 'a.jsx',
      lines: ['const a = (', '  <p b="c">', '    text', '    {d}', '  </p>', ');'],
      are: 'code code code code punctuation punctuation',
    },
    { what: 'the first line of a script as a comment', lines: ['#!/usr/bin/env node', 'run();'], are: 'comment code' },
    {
      what: 'a label of a switch as code and its default as punctuation',
      lines: ['switch (a) {', '  case 1:', '    break;', '  default:', '}'],
      are: 'code code code punctuation punctuation',
    },
    { what: 'a keyword in a string as code', lines: ["call('else',", "  'try');"], are: 'code code' },
    {
      what: 'private names and static blocks as code',
      lines: ['class A {', '  #b = 1;', '  static {', '    c();', '  }', '}'],
      are: 'declaration code code code punctuation punctuation',
    },
    {
      what: 'names that are only passed on as exports',
      lines: [
        'module.exports = {',
        '  a,',
        '  b: c,',
        '};',
        'exports.d = d;',
        'exports.e = compute();',
        'export default f;',
      ],
      are: 'export export export export export code export',
    },
    {
      what: 'functions under a name as declarations, and their bodies as code',
      lines: ['const a = (b) => {', '  b();', '};', 'const c = (d) => d + 1;', 'list.map((e) => {', '  e();', '});'],
      are: 'declaration code punctuation code code code punctuation',
    },
    { what: 'the lines of a text file', path: 'README.md', lines: ['# A', '', 'b'], are: 'text blank text' },
    { what: 'the lines of data', path: 'a.json', lines: ['{', '}'], are: 'text text' },
    {
      what: 'Python',
      path: 'a.py',
      lines: [
        'import a',
        'from b import (',
        '    c,',
        ')',
        '"""Doc."""',
        'def d(',
        '    e: int,',
        '):',
        '    """Doc."""',
        '    if e:',
        '        return [',
        '            1,',
        '        ]',
        '    else:',
        '        pass',
        '',
        '# f',
        'g: int',
        'h: int = 1',
      ],
      are: 'import import import import code declaration declaration punctuation comment code code code punctuation punctuation punctuation blank comment type code',
    },
  ];
  for (const { what, path = 'a.js', lines, are } of cases) {
    it(`knows ${what}`, async () => expect(await kinds(path, lines)).to.equal(are));
    it(`knows ${what}, with CRLF`, async () => expect(await kinds(path, lines, '\r\n')).to.equal(are));
    it(`knows ${what}, after a byte order mark`, async () =>
      expect(await kinds(path, [`\uFEFF${lines[0]}`, ...lines.slice(1)])).to.equal(are));
  }

  it('has no line after a final line feed', async () => {
    expect(await analysis.lineKinds('a.js', 'a();\n')).to.deep.equal(['code']);
    expect(await analysis.lineKinds('a.js', '')).to.deep.equal([]);
  });

  it('counts lines as git does, not as JavaScript does', async () => {
    expect(await analysis.lineKinds('a.js', 'a("\u2028");\rb();\n// c')).to.deep.equal(['code', 'comment']);
  });

  it('says nothing about a text that cannot be parsed', async () => {
    expect(await analysis.lineKinds('a.js', 'const = ;')).to.equal(undefined);
    expect(await analysis.lineKinds('a.py', 'def (:')).to.equal(undefined);
  });
});
