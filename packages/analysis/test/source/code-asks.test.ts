import { expect } from 'chai';
import { SourceAnalysis } from '@typed-evidence-chain/analysis';
import type { CodeAsks } from '@typed-evidence-chain/core';

const analysis = new SourceAnalysis();
const read = async (source: string, path = 'a.test.js'): Promise<CodeAsks> => {
  const found = await analysis.codeAsks(path, source);
  if (!found) throw new Error('unreadable');
  return found;
};
const names = (list: readonly { readonly name: string }[]): string[] => list.map(({ name }) => name);
const head = "import assert from 'node:assert';\nimport { parse, Emitter } from '../src/index.js';\n";

describe('codeAsks', () => {
  const handed: [what: string, source: string, keys: string[], path?: string][] = [
    ['the keys of an argument', `${head}assert.equal(parse('a', { strict: true }), 1);`, ['strict']],
    ['keys of nested objects', `${head}parse('a', { format: { wide: 1 } });`, ['format', 'wide']],
    [
      'an object that is handed over by its name',
      `${head}const options = { strict: true };\nparse('a', options);`,
      ['strict'],
    ],
    ['a key that is set later', `${head}const options = {};\noptions.strict = true;\nparse('a', options);`, ['strict']],
    ['rows of a table', `${head}it.each([{ strict: true }])('a', (row) => parse('a', row));`, ['strict']],
    ['no expected value', `${head}assert.deepEqual(parse('a'), { retryAfter: 5 });`, []],
    ['no expected value of a matcher', `${head}expect(parse('a')).toEqual({ retryAfter: 5 });`, []],
    ['no options of the test itself', `${head}it('a', { retry: 3 }, () => {});`, []],
    [
      'nothing that somebody else gets',
      "import sinon from 'sinon';\nsinon.stub({ load: 1 });\nnew Error('a', { cause: 1 });",
      [],
    ],
    [
      'keyword arguments',
      'from pkg import parse\n\ndef test_a():\n    assert parse("a", strict=True) == 1\n',
      ['strict'],
      'test_a.py',
    ],
  ];
  for (const [what, source, keys, path] of handed) {
    it(`hands over ${what}`, async () => expect(names((await read(source, path)).keys)).to.deep.equal(keys));
  }

  const asked: [what: string, source: string, path?: string][] = [
    ['a call', `${head}new Emitter().snapshot('x');`],
    ['an optional call', `${head}const e = new Emitter().on('x', f);\nassert.deepEqual(e.snapshot?.('x'), []);`],
    ['typeof', `${head}const e = new Emitter();\nassert.equal(typeof e.snapshot, 'function');`],
    ['a condition', `${head}const e = new Emitter();\nif (e.snapshot) assert.ok(true);`],
    ['`in`', `${head}assert.ok('snapshot' in new Emitter());`],
    ['Object.hasOwn', `${head}assert.ok(Object.hasOwn(Emitter.prototype, 'snapshot'));`],
    ['hasOwnProperty.call', `${head}assert.ok(Object.prototype.hasOwnProperty.call(Emitter.prototype, 'snapshot'));`],
    ['a matcher', `${head}expect(new Emitter()).to.have.property('snapshot');`],
    ['a list of names', `${head}assert.deepEqual(Object.getOwnPropertyNames(Emitter.prototype), ['on', 'snapshot']);`],
    ['a key with a default', `${head}const { snapshot = () => [] } = new Emitter();`],
    ['an import with a default', "const { snapshot = () => [] } = require('..');\nsnapshot();"],
    ['a name that is put together', `${head}new Emitter()['snap' + 'shot']?.();`],
    ['a name in a constant', `${head}const method = 'snapshot';\nnew Emitter()[method]?.();`],
    ['getattr', 'from pkg import box\n\ndef test_a():\n    assert getattr(box, "snapshot", None)\n', 'test_a.py'],
    ['hasattr', 'from pkg import box\n\ndef test_a():\n    assert hasattr(box, "snapshot")\n', 'test_a.py'],
    [
      'an import that may fail',
      'try:\n    from pkg import snapshot\nexcept ImportError:\n    snapshot = None\n\ndef test_a():\n    assert snapshot()\n',
      'test_a.py',
    ],
    ['dir()', 'from pkg import box\n\ndef test_a():\n    assert "snapshot" in dir(box)\n', 'test_a.py'],
  ];
  for (const [what, source, path] of asked) {
    it(`sees that a member is asked for by ${what}`, async () =>
      expect(names((await read(source, path)).members)).to.include('snapshot'));
  }

  it('takes no method of an assertion or of a text for one of the program', async () => {
    const found = await read(`${head}test('a', (t) => { t.equal(parse('a').trim(), 'a'); });`);
    expect(names(found.members)).to.not.include.members(['equal', 'trim']);
  });

  const flags: [what: string, source: string, flags: string[], path?: string][] = [
    ['arguments of the program', `${head}parse(['--max-width', '3', '--color=never']);`, ['--max-width', '--color']],
    [
      'arguments of a process',
      "import { spawnSync } from 'node:child_process';\nspawnSync('node', ['--wide']);",
      ['--wide'],
    ],
    [
      'a command in a template',
      "import { execSync } from 'node:child_process';\nexecSync(`node ${bin} --wide a`);",
      ['--wide'],
    ],
    ['no expected value', `${head}assert.deepEqual(parse('a'), ['--no-warnings']);`, []],
    ['no title', `${head}it('--wide is wide', () => {});`, []],
    [
      'a list of Python',
      'from pkg import main\n\ndef test_a():\n    assert main(["--wide"]) == 0\n',
      ['--wide'],
      'test_a.py',
    ],
    [
      'a process of Python',
      'import subprocess\n\ndef test_a():\n    subprocess.run(["a", "--wide"])\n',
      ['--wide'],
      'test_a.py',
    ],
    [
      'no expected value of Python',
      'from pkg import f\n\ndef test_a():\n    assert f(1) == ["--wide"]\n',
      [],
      'test_a.py',
    ],
  ];
  for (const [what, source, found, path] of flags) {
    it(`hands over as options of a command line ${what}`, async () =>
      expect(names((await read(source, path)).flags ?? [])).to.deep.equal(found));
  }

  it('sees that the inside of a function of Python is asked for', async () => {
    const source = 'import inspect\nfrom pkg import f\n\ndef test_a():\n    f.__code__\n    inspect.getsource(f)\n';
    expect(names((await read(source, 'test_a.py')).members)).to.include.members(['__code__', 'getsource']);
  });

  it('counts the arguments of a call by the name that was imported', async () => {
    const found = await read("import { level as name } from '../src/index.js';\nname(2, true);");
    expect(found.calls.map(({ name, count, from }) => [name, count, from])).to.deep.equal([
      ['level', 2, '../src/index.js'],
    ]);
  });
});
