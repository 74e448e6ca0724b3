import { expect } from 'chai';
import { SourceAnalysis } from '@typed-evidence-chain/analysis';
import type { CodeOffers } from '@typed-evidence-chain/core';

const analysis = new SourceAnalysis();
const read = async (source: string, path = 'a.js'): Promise<CodeOffers> => {
  const found = await analysis.codeOffers(path, source);
  if (!found) throw new Error('unreadable');
  return found;
};

describe('codeOffers', () => {
  const options: [what: string, source: string, names: string[], path?: string][] = [
    ['keys that a parameter is taken apart into', 'export function f(a, { compact = false } = {}) {}', ['compact']],
    ['members of options', 'export function f(a, options) { options.onRetry?.(a); }', ['onRetry']],
    ['members of what may be left out', 'export function f(a, how = {}) { return how.compact; }', ['compact']],
    ['a table of defaults', 'const defaults = { limit: 1, skipEmpty: false };', ['limit', 'skipEmpty']],
    [
      'members of merged options',
      'function f(a, options) { const all = Object.assign({}, defaults, options); return all.skip; }',
      ['skip'],
    ],
    [
      'options that are kept',
      'class A { constructor(options) { this.options = options; } f() { return this.options.wide; } }',
      ['wide'],
    ],
    ['`in`', "function f(a, options) { return 'wide' in options; }", ['wide']],
    [
      'no field of a record',
      'export function total(lines) { let sum = 0; for (const line of lines) sum += line.quantity; return sum; }',
      [],
    ],
    [
      'no field of a record that a callback gets',
      'export const f = (list) => list.reduce((sum, item) => sum + item.quantity, 0);',
      [],
    ],
    ['no method of a list', 'export function f(a, list) { return list.map(a).length; }', []],
    ['kwargs', 'def f(a, **kwargs):\n    return kwargs.get("wide")\n', ['a', 'wide'], 'a.py'],
    ['keywords', 'def f(a, *, wide=False):\n    return a\n', ['a', 'wide'], 'a.py'],
  ];
  for (const [what, source, names, path] of options) {
    it(`reads as options ${what}`, async () =>
      expect([...(await read(source, path)).options].sort()).to.deep.equal([...names].sort()));
  }

  const flags: [what: string, source: string, flags: string[], path?: string][] = [
    ['texts and keys', "const FLAGS = { '--sort': 1 };\nif (word === '--max-width') f();", ['--sort', '--max-width']],
    ['declarations', "program.option('-w, --wide <n>', 'how wide');", ['--wide']],
    ['bare declarations', "yargs.option('wide', { type: 'number' });", ['--wide']],
    [
      'parseArgs',
      "parseArgs({ options: { wide: { type: 'boolean' }, 'max-width': { type: 'string' } } });",
      ['--wide', '--max-width'],
    ],
    ['nothing but options', 'f(-1, --count, "a--b");', []],
    ['argparse', 'parser.add_argument("-w", "--wide")\n', ['--wide'], 'a.py'],
  ];
  for (const [what, source, found, path] of flags) {
    it(`offers as options of a command line ${what}`, async () =>
      expect((await read(source, path)).flags).to.deep.equal(found));
  }

  it('offers exports, methods and getters, and no fields that hold data', async () => {
    const { members } = await read(
      'export class A { size = 1; get last() { return 1; } peek() {} }\nexport const b = 1;',
    );
    expect(members).to.have.members(['A', 'last', 'peek', 'b']);
  });

  it('names positional parameters; null for any number', async () => {
    const { positions } = await read(
      'export function f(a, b = 1) {}\nexport const g = (...all) => all;\nfunction h() { return arguments; }\nmodule.exports = f;',
    );
    expect(positions).to.deep.equal({ f: ['a', 'b'], g: null, h: null, default: ['a', 'b'] });
  });

  it('leaves out self', async () => {
    const { positions } = await read(
      'class A:\n    def __init__(self, a):\n        pass\n\n    def m(self, b):\n        pass\n',
      'a.py',
    );
    expect(positions).to.deep.equal({ A: ['a'], m: ['b'] });
  });
});
