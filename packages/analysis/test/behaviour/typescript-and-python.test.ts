import { expect } from 'chai';
import { compare, subjects } from './support/compare.js';
import type { Files } from './support/two-trees.js';

const typed: Files = {
  'package.json': JSON.stringify({ name: 'typed', main: 'dist/index.js' }),
  'src/index.ts': "export * from './area';\nexport type { Box } from './box';\n",
  'src/box.ts': 'export interface Box { width: number; height?: number }\n',
  'src/area.ts':
    "import type { Box } from './box';\nexport enum Unit { Cm, M }\nexport function area(box: Box, unit: Unit = Unit.Cm): number {\n  return box.width * (box.height ?? box.width) * (unit === Unit.M ? 10000 : 1);\n}\n",
};

const stats: Files = {
  'stats/__init__.py': 'from .central import mean, spread\n\n__all__ = ["mean", "spread"]\n',
  'stats/central.py':
    'def mean(values):\n    if not values:\n        raise ValueError("nothing")\n    return sum(values) / len(values)\n\n\ndef spread(values):\n    return max(values) - min(values)\n',
  'tests/test_central.py':
    'import pytest\nfrom stats import mean, spread\n\n\n@pytest.mark.parametrize("values, expected", [([1, 2, 3], 2), ([4], 4)])\ndef test_mean(values, expected):\n    assert mean(values) == expected\n\n\ndef test_spread():\n    assert spread([3, 9, 4]) == 6\n',
};

describe('SandboxedBehaviourComparer in other languages', function () {
  this.timeout(120_000);

  it('runs TypeScript of a package that is not built, with imports without endings', async () => {
    const after = (typed['src/area.ts'] ?? '').replace(
      'return box.width * (box.height ?? box.width) * (unit === Unit.M ? 10000 : 1);',
      'const { width, height = width } = box;\n  const factor = unit === Unit.M ? 10000 : 1;\n  return width * height * factor;',
    );
    const report = await compare(typed, { 'src/area.ts': after });
    expect(subjects(report)).to.deep.equal(['src/area.ts area']);
    expect([...report.counterexamples, ...report.missing]).to.deep.equal([]);
  });

  it('makes arguments from the types where no test passes any', async () => {
    const after = (typed['src/area.ts'] ?? '').replace('box.height ?? box.width', 'box.height || box.width');
    const report = await compare(typed, { 'src/area.ts': after });
    expect(report.counterexamples.map((one) => one.subject)).to.deep.equal(['src/area.ts area']);
    expect(report.counterexamples[0]?.args).to.match(/height: 0/);
  });

  it('resolves path aliases and packages of the workspace', async () => {
    const base: Files = {
      'package.json': JSON.stringify({ name: 'root', private: true }),
      'tsconfig.json': '{ // aliases\n "compilerOptions": { "baseUrl": ".", "paths": { "@lib/*": ["lib/*"] } } }\n',
      'lib/double.ts': 'export const double = (n: number): number => n * 2;\n',
      'packages/a/package.json': JSON.stringify({ name: '@root/a', type: 'module', main: 'dist/index.js' }),
      'packages/a/src/index.ts':
        "import { double } from '@lib/double';\nexport const four = (n: number): number => double(double(n));\n",
      'packages/b/package.json': JSON.stringify({ name: '@root/b', type: 'module', main: 'index.js' }),
      'packages/b/index.js': "import { four } from '@root/a';\nexport const eight = (n) => four(n) * 2;\n",
    };
    const report = await compare(base, {
      'lib/double.ts': 'export const double = (n: number): number => n + n + 1;\n',
    });
    expect(report.counterexamples.map((one) => one.subject)).to.have.members([
      'packages/a/src/index.ts four',
      'packages/b/index.js eight',
    ]);
    // No entry point passes it on and no test calls it: it may change as long as what uses it does not.
    expect(report.unusual?.map((one) => one.subject)).to.deep.equal(['lib/double.ts double']);
  });

  it('compares Python functions with the arguments of the tests', async () => {
    const after = (stats['stats/central.py'] ?? '').replace(
      'return sum(values) / len(values)',
      'total = 0\n    for value in values:\n        total += value\n    return total / len(values)',
    );
    const report = await compare(stats, { 'stats/central.py': after });
    expect(report.counterexamples).to.deep.equal([]);
    expect(subjects(report)).to.deep.equal(['stats/central.py mean', 'stats/central.py spread']);
  });

  it('finds a change in Python that no test sees', async () => {
    const after = (stats['stats/central.py'] ?? '').replace('sum(values) / len(values)', 'sum(values) // len(values)');
    const report = await compare(stats, { 'stats/central.py': after });
    expect(report.counterexamples.map((one) => one.subject)).to.deep.equal(['stats/central.py mean']);
  });

  it('names what a Python package no longer offers', async () => {
    const report = await compare(stats, {
      'stats/__init__.py': 'from .central import mean\n\n__all__ = ["mean"]\n',
    });
    expect(report.missing).to.deep.equal([{ subject: 'stats/__init__.py spread', side: 'head' }]);
  });
});
