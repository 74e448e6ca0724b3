import { expect } from 'chai';
import { compare } from './support/compare.js';

const linesOf = (
  files: readonly { file: string; lines: Readonly<Record<number, number>> }[] | undefined,
  path: string,
) =>
  Object.entries(files?.find(({ file }) => file === path)?.lines ?? {}).map(
    ([line, count]) => `${line} ${count > 0 ? 'ran' : 'missed'}`,
  );

describe('the lines that a comparison ran', function () {
  this.timeout(60_000);

  it('are told for both sides of a JavaScript file, a branch that no call takes among them', async () => {
    const base = {
      'package.json': JSON.stringify({ name: 'one' }),
      'index.js': 'exports.f = (x) => {\n  return x + 1;\n};\n',
      'test/f.test.js': "const { f } = require('..');\nassert.equal(f(2), 3);\n",
    };
    const { executed } = await compare(base, {
      'index.js': 'exports.f = (x) => {\n  if (process.env.FAST_PATH) {\n    return x;\n  }\n  return x + 1;\n};\n',
    });
    expect(linesOf(executed?.base, 'index.js')).to.include('2 ran');
    expect(linesOf(executed?.head, 'index.js')).to.include.members(['2 ran', '3 missed', '5 ran']);
  });

  it('are told of a Python file', async () => {
    const base = {
      'one.py': 'def f(x):\n    return x + 1\n',
      'tests/test_one.py': 'from one import f\n\n\ndef test_f():\n    assert f(2) == 3\n',
    };
    const { executed } = await compare(base, {
      'one.py': 'import os\n\n\ndef f(x):\n    if os.environ.get("FAST_PATH"):\n        return x\n    return x + 1\n',
    });
    expect(linesOf(executed?.head, 'one.py')).to.include.members(['5 ran', '6 missed', '7 ran']);
  });

  it('leave out functions about which nothing could be said', async () => {
    const base = {
      'package.json': JSON.stringify({ name: 'one' }),
      'index.js': 'exports.f = (x) => {\n  return process.pid + x;\n};\n',
      'test/f.test.js': "const { f } = require('..');\nf(2);\n",
    };
    const { executed, skipped } = await compare(base, {
      'index.js': 'exports.f = (x) => {\n  return x + process.pid;\n};\n',
    });
    expect(skipped.map(({ reason }) => reason)).to.deep.equal([
      'it answers differently from run to run at the base already',
    ]);
    expect(linesOf(executed?.head, 'index.js')).to.include('2 missed');
  });
});
