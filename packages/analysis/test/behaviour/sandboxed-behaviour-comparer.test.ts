import { expect } from 'chai';
import type { BehaviourReport } from '@typed-evidence-chain/core';
import { SandboxedBehaviourComparer } from '@typed-evidence-chain/analysis';
import { PlainSandbox } from './support/plain-sandbox.js';
import { twoTrees, type Files } from './support/two-trees.js';

const LIMITS = { timeoutMs: 20_000, memoryMb: 1024, pids: 64, outputMb: 5 };

async function compare(base: Files, head: Files): Promise<BehaviourReport> {
  const trees = await twoTrees(base, head);
  try {
    const comparer = new SandboxedBehaviourComparer(new PlainSandbox());
    return await comparer.compare({ trees, base: trees.base, head: trees.head, testFiles: [], limits: LIMITS });
  } finally {
    await trees.close();
  }
}

const manifest = JSON.stringify({ name: 'shop', main: 'src/index.js' });

describe('SandboxedBehaviourComparer', function () {
  this.timeout(60_000);

  const common = {
    'package.json': manifest,
    'src/index.js': "module.exports = { ...require('./price') };\n",
    'test/price.test.js':
      "const { shipping } = require('../src');\nassert.equal(shipping(1200), 490);\nassert.equal(shipping(9000), 0);\n",
  };
  const before =
    'function shipping(cents) {\n  if (cents >= 5000) return 0;\n  return 490;\n}\nmodule.exports = { shipping };\n';

  it('finds nothing in a refactoring that keeps the behaviour', async () => {
    const after =
      'const FREE_FROM = 5000;\nconst shipping = (cents) => (cents < FREE_FROM ? 490 : 0);\nmodule.exports = { shipping };\n';
    const report = await compare({ ...common, 'src/price.js': before }, { ...common, 'src/price.js': after });
    expect(report.counterexamples).to.deep.equal([]);
    expect(report.missing).to.deep.equal([]);
    expect(report.compared.map((one) => one.subject)).to.deep.equal(['src/price.js shipping']);
  });

  it('finds a boundary that moved, where no test looks', async () => {
    const report = await compare(
      { ...common, 'src/price.js': before },
      { ...common, 'src/price.js': before.replace('>=', '>') },
    );
    expect(report.counterexamples).to.deep.equal([
      { subject: 'src/price.js shipping', args: '5000', base: '0', head: '490' },
    ]);
  });

  it('names an export of the entry point that is gone', async () => {
    const head = { ...common, 'src/price.js': before.replace('{ shipping }', '{ shippingCost: shipping }') };
    const report = await compare({ ...common, 'src/price.js': before }, head);
    expect(report.missing).to.deep.equal([
      { subject: 'src/index.js shipping', side: 'head' },
      { subject: 'src/index.js shippingCost', side: 'base' },
    ]);
  });
});
