import { expect } from 'chai';
import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import { SourceAnalysis } from '@typed-evidence-chain/analysis';

const analysis = new SourceAnalysis();

/** What a CommonJS source exports. */
function load(source: string): Record<string, unknown> {
  const module = { exports: {} as Record<string, unknown> };
  const run = compileFunction(source, ['module', 'exports', 'require']) as (...args: unknown[]) => void;
  run(module, module.exports, createRequire(import.meta.url));
  return module.exports;
}

describe('addStubs', () => {
  it('adds exports after module.exports = {…}', async () => {
    const source = (await analysis.addStubs('a.js', 'module.exports = { a: () => 1 };', ['a', 'b'])) ?? '';
    const module = load(source);
    expect((module['a'] as () => number)()).to.equal(1);
    expect((module['b'] as () => unknown)()).to.equal(undefined);
  });

  it('adds exports that can be called with new', async () => {
    const made = load((await analysis.addStubs('a.js', 'exports.a = 1;', ['B'])) ?? '')['B'] as new () => object;
    expect(new made()).to.be.an('object');
  });

  it('passes out what the module keeps to itself', async () => {
    const module = load((await analysis.addStubs('a.js', 'const hidden = () => 7; exports.a = 1;', ['hidden'])) ?? '');
    expect((module['hidden'] as () => number)()).to.equal(7);
  });

  it('adds ES exports, also of names that are no identifiers of a function', async () => {
    const source =
      (await analysis.addStubs('a.mjs', 'export const a = 1', ['b', 'delete', 'default', 'a', 'not a name'])) ?? '';
    const module = (await import(`data:text/javascript,${encodeURIComponent(source)}`)) as Record<string, unknown>;
    expect(Object.keys(module)).to.deep.equal(['a', 'b', 'default', 'delete']);
  });

  it('keeps CRLF and the byte order mark', async () => {
    expect(await analysis.addStubs('a.js', '\uFEFFexports.a = 1;\r\n', ['b'])).to.equal(
      '\uFEFFexports.a = 1;\r\n\r\nmodule.exports.b = function () {};\r\n',
    );
  });

  it('changes nothing where nothing is missing', async () => {
    expect(await analysis.addStubs('a.js', 'exports.a = 1;', ['a'])).to.equal('exports.a = 1;');
  });

  it('adds functions to Python modules', async () => {
    const source = await analysis.addStubs('a.py', 'def a(): pass\n', ['a', 'b', 'class']);
    expect(source).to.equal('def a(): pass\n\n\n\ndef b(*args, **kwargs):\n    return None\n');
  });

  it('gives typed stubs to TypeScript', async () => {
    expect(await analysis.addStubs('a.ts', 'export const a: number = 1;', ['b'])).to.contain(
      '(..._args: any[]): any {}',
    );
    expect(await analysis.addStubs('a.ts', 'function a() {}\nexport = a;', ['b'])).to.contain('(a as any).b = ');
  });
});

describe('reprint', () => {
  it('drops comments and formatting', async () => {
    expect(await analysis.reprint('a.js', '// a\nb (  1 , "c" ) /* d */')).to.equal("b(1, 'c');\n");
  });

  it('keeps the first line of a script and what compilers and runners obey', async () => {
    const source = '#!/usr/bin/env node\n/** @jest-environment jsdom */\na();\n// @ts-expect-error no\nb();\n// c\n';
    const printed = (await analysis.reprint('a.ts', source)) ?? '';
    expect(printed).to.match(/^#!\/usr\/bin\/env node\n/);
    expect(printed).to.contain('@jest-environment jsdom').and.contain('// @ts-expect-error no\nb();');
    expect(printed).not.to.contain('// c');
  });

  it('keeps types', async () => {
    expect(await analysis.reprint('a.ts', 'const a : string = b as   C')).to.equal('const a: string = b as C;\n');
  });

  it('keeps JSX text and attributes', async () => {
    expect(await analysis.reprint('a.jsx', '<p title="&quot;é">a &lt; {b}</p>')).to.equal(
      '<p title="&quot;é">a &lt; {b}</p>;\n',
    );
  });

  it('prints Python anew', async () => {
    expect(await analysis.reprint('a.py', 'a = ( 1 ) # b\n')).to.equal('a = 1\n');
  });
});

describe('namesUsed', () => {
  it('lists identifiers, properties and private names of the lines', async () => {
    const source = 'a();\nb.c(d["e"], `${f}`);\nclass G { #h = this.#h }\ni();';
    expect(await analysis.namesUsed('a.js', source, 2, 3)).to.have.members(['b', 'c', 'd', 'e', 'f', 'G', '#h']);
  });

  it('lists the names of Python lines', async () => {
    expect(await analysis.namesUsed('a.py', 'a()\nb.c(d=e)\n', 2, 2)).to.have.members(['b', 'c', 'd', 'e']);
  });
});

describe('imports', () => {
  it('lists what is imported and required, as written', async () => {
    const source =
      "import a from './a.js'; export * from 'b'; const c = require('c').d; await import(`e`); import(f); require(g);";
    expect(await analysis.imports('a.mjs', source)).to.deep.equal(['./a.js', 'b', 'c', 'e']);
  });

  it('lists imports of TypeScript', async () => {
    expect(
      await analysis.imports('a.ts', "import a = require('a');\nimport type { B } from 'b';\nlet c: import('c').D;"),
    ).to.deep.equal(['a', 'b', 'c']);
  });

  it('lists imports of Python', async () => {
    expect(await analysis.imports('a.py', 'import a.b\nfrom .c import d\nfrom . import e\n')).to.deep.equal([
      'a.b',
      '.c',
      '.',
    ]);
  });
});

describe('isCode', () => {
  it('goes by the extension', () => {
    expect(['a.ts', 'b/c.PY', 'd.cjs', 'e.pyi', 'f.tsx'].every((path) => analysis.isCode(path))).to.equal(true);
    expect(['a.md', '.js', 'Makefile', 'b.json', 'c.py/d'].some((path) => analysis.isCode(path))).to.equal(false);
  });
});
