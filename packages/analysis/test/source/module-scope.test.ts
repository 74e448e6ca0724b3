import { expect } from 'chai';
import { SourceAnalysis } from '@typed-evidence-chain/analysis';

const analysis = new SourceAnalysis();
const scope = async (path: string, lines: readonly string[]) => {
  const found = await analysis.moduleScope(path, lines.join('\n'));
  return {
    binds: found?.statements.map((one) => `${one.fromLine}-${one.toLine}: ${one.binds.join(' ')}`),
    bodies: found?.bodies.map((one) => `${one.fromLine}-${one.toLine}`),
  };
};

describe('moduleScope', () => {
  it('tells what the statements of a JavaScript module bind', async () => {
    const { binds } = await scope('src/units.js', [
      "import { a as b } from './a.js';",
      'const { c, d: [e] } = b, f = 1;',
      'f.g = 2;',
      'export { c as h };',
      'export default { i: 1 };',
      'Object.assign(f, {});',
      'register(e);',
    ]);
    expect(binds).to.deep.equal([
      '1-1: b',
      '2-2: c e f',
      '3-3: f g',
      '4-4: c h',
      '5-5: default units i',
      '6-6: f',
      '7-7: register e',
    ]);
  });

  it('tells the names under which CommonJS exports', async () => {
    const { binds } = await scope('units/index.js', ['module.exports = { a, b: 1 };', 'exports.c = 2;']);
    expect(binds).to.deep.equal(['1-1: default units a b', '2-2: c']);
  });

  it('tells the lines of JavaScript that only a call runs', async () => {
    const { bodies } = await scope('a.ts', [
      'function a(x = 1) {',
      '  return x;',
      '}',
      'const b = (y: number) =>',
      '  y + 1;',
      'const c = () => 1;',
      'class D {',
      '  e() {',
      '    return 2;',
      '  }',
      '}',
    ]);
    expect(bodies).to.deep.equal(['2-2', '5-5', '9-9']);
  });

  it('tells both of a Python module', async () => {
    const found = await scope('a.py', [
      'from x import y as z',
      'A = {"k": 1}',
      'A["l"] = 2',
      'register(A)',
      'def f(p=1):',
      '    return p',
      'class C:',
      '    D = 3',
      '    def g(self):',
      '        return 4',
      'if z:',
      '    E = 5',
    ]);
    expect(found.binds).to.deep.equal([
      '1-1: z',
      '2-2: A',
      '3-3: A',
      '4-4: A register',
      '5-6: f',
      '7-7: C',
      '8-8: C D',
      '9-10: C g',
      '11-11: E',
      '12-12: E',
    ]);
    expect(found.bodies).to.deep.equal(['6-6', '10-10']);
  });

  it('has the attributes of a class that hold functions, and not its methods', async () => {
    const { binds } = await scope('src/a.js', [
      'class A {',
      '  n = 1;',
      '  hit = () => {',
      '    f();',
      '  };',
      '  miss() {}',
      '}',
    ]);
    expect(binds).to.deep.equal(['1-7: A', '3-3: hit']);
  });
});
