import assert from 'node:assert/strict';
import legacy from 'node:assert';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { compileFunction } from 'node:vm';
import * as chai from 'chai';
import { expect as jestExpect } from 'expect';
import { SourceAnalysis } from '@typed-evidence-chain/analysis';
import type { ExpectationFlip } from '@typed-evidence-chain/core';

const { expect } = chai;
const analysis = new SourceAnalysis();
chai.should();

const scope = {
  fail: () => {
    throw new TypeError('broken value');
  },
  calm: () => 1,
  rejected: () => Promise.reject(new TypeError('broken value')),
  settled: () => Promise.resolve(5),
  list: [1, 2],
  same: { a: 1, b: { c: 'x' } },
  five: 5,
  text: 'five',
};

/** Runs statements with an assertion library. */
async function run(source: string, library: Record<string, unknown>): Promise<'passes' | 'fails'> {
  const names = { ...scope, ...library };
  const body = `return (async () => { ${source}\n })()`;
  const statements = compileFunction(body, Object.keys(names)) as (...args: unknown[]) => Promise<void>;
  return statements(...Object.values(names)).then(
    () => 'passes',
    () => 'fails',
  );
}

async function flip(source: string, line = 1, path = 'a.test.mjs'): Promise<ExpectationFlip> {
  const flipped = await analysis.flipExpectation(path, source, line);
  if (!flipped) throw new Error(`no flip: ${source}`);
  return flipped;
}

describe('flipExpectation', () => {
  const libraries: [name: string, library: Record<string, unknown>, assertions: string[]][] = [
    [
      'node:assert',
      { assert, legacy: legacy, equal: assert.equal, notEqual: assert.notEqual, throws: assert.throws },
      [
        'assert.equal(five, 5)',
        'assert.strictEqual(text, "five")',
        'assert.strictEqual(5n, 5n)',
        'assert.equal(5, five)',
        'assert.equal(five, list.length + 3)',
        'assert.deepEqual(same, { a: 1, b: { c: "x" } })',
        'assert.deepEqual(same, { b: { c: "x" }, a: 1 })',
        'assert.deepEqual([], [])',
        'assert.deepEqual({}, {})',
        'assert.deepEqual(list, [1, 2])',
        'assert.deepEqual({ ...same, a: 2 }, { ...same, a: 2 })',
        'assert.deepEqual(same, { a: 3, ...same })',
        'assert.deepEqual(new Set([1]), new Set([1]))',
        'assert.equal(undefined, undefined)',
        'assert.equal(null, null)',
        'assert.equal(-five, -5)',
        'assert.equal(NaN, NaN)',
        'assert.equal(`a${five}`, `a${five}`)',
        'assert.equal(true, true)',
        'assert.ok(five)',
        'assert(five === 5, "message")',
        'assert(true)',
        'assert.match(text, /fi/)',
        'assert.doesNotMatch(text, /six/)',
        'assert.notEqual(five, 6)',
        'assert.notDeepEqual(list, [1])',
        'assert.notStrictEqual(same, { ...same })',
        'assert.throws(fail)',
        'assert.throws(fail, TypeError)',
        'assert.throws(fail, /broken/)',
        'assert.throws(fail, { name: "TypeError", message: "broken value" })',
        'assert.throws(() => fail(), TypeError, "message")',
        'assert.doesNotThrow(calm)',
        'assert.doesNotThrow(() => calm(), "message")',
        'await assert.rejects(rejected())',
        'await assert.rejects(rejected, /broken/)',
        'await assert.doesNotReject(settled())',
        'assert.ifError(null)',
        'assert.equal(await settled(), 5)',
        'assert.strict.equal(five, 5)',
      ],
    ],
    [
      'node:assert, destructured',
      { assert },
      [
        'const { equal } = assert; equal(five, 5)',
        'const { notEqual: differ } = assert; differ(five, 6)',
        'const { throws } = assert; throws(fail, TypeError)',
        'const { ok } = assert; ok(five)',
        'const { doesNotThrow } = assert; doesNotThrow(calm)',
      ],
    ],
    [
      'assert of chai',
      { assert: chai.assert },
      [
        'assert.equal(five, 5)',
        'assert.isTrue(five === 5)',
        'assert.isFalse(five === 6)',
        'assert.isNull(null)',
        'assert.isNotNull(five)',
        'assert.isUndefined(undefined)',
        'assert.exists(five)',
        'assert.isAbove(five, 4)',
        'assert.isAtLeast(five, 5)',
        'assert.instanceOf(list, Array)',
        'assert.include(list, 2)',
        'assert.notInclude(list, 3)',
        'assert.lengthOf(list, 2)',
        'assert.property(same, "a")',
        'assert.propertyVal(same, "a", 1)',
        'assert.typeOf(text, "string")',
        'assert.sameMembers(list, [2, 1])',
        'assert.closeTo(five, 5.01, 0.1)',
        'assert.throws(fail, "broken")',
        'assert.throws(fail, TypeError, "broken")',
        'assert.doesNotThrow(calm)',
        'assert.isNotOk(0)',
        'assert.isString(text)',
        'assert.isEmpty([])',
        'assert.match(text, /fi/)',
        'assert.notMatch(text, /x/)',
        'assert.deepEqual(same, same)',
      ],
    ],
    [
      'expect of chai',
      { expect: chai.expect },
      [
        'expect(five).to.equal(5)',
        'expect(five).to.not.equal(6)',
        'expect(five).not.to.equal(6)',
        'expect(same).to.deep.equal({ a: 1, b: { c: "x" } })',
        'expect(same).to.eql(same)',
        'expect(five === 5).to.be.true',
        'expect(null).to.be.null',
        'expect(undefined).to.be.undefined',
        'expect(five).to.exist',
        'expect(five).to.not.be.undefined',
        'expect([]).to.be.empty',
        'expect(list).to.have.lengthOf(2)',
        'expect(list).to.have.length(list.length)',
        'expect(list).to.include(2)',
        'expect(text).to.contain("fi")',
        'expect(same).to.include({ a: 1 })',
        'expect(same).to.have.property("a", 1)',
        'expect(same).to.have.property("a").that.is.a("number")',
        'expect(same).to.have.property("b").with.property("c", "x")',
        'expect(list).to.have.members([2, 1])',
        'expect(list).to.include.members([2])',
        'expect(same).to.have.all.keys("a", "b")',
        'expect(text).to.match(/fi/)',
        'expect(text).to.be.a("string")',
        'expect(list).to.be.an.instanceof(Array)',
        'expect(five).to.be.above(4)',
        'expect(five).to.be.at.least(5)',
        'expect(five).to.be.within(4, 6)',
        'expect(five).to.be.closeTo(5, 0.5)',
        'expect(five).to.be.oneOf([4, 5])',
        'expect(fail).to.throw()',
        'expect(fail).to.throw(TypeError)',
        'expect(fail).to.throw(TypeError, "broken")',
        'expect(fail).to.throw(/broken/)',
        'expect(calm).to.not.throw()',
        'expect(five).to.satisfy((n) => n > 4)',
        'expect(await settled()).to.equal(5)',
        'expect(text).to.have.string("fi")',
        'expect(list)\n  .to\n  .not\n  .include(3)',
        'expect(list).to.equal(list)',
      ],
    ],
    [
      'should of chai',
      { should: chai.should() },
      [
        'five.should.equal(5)',
        'same.should.have.property("a")',
        'list.should.not.include(3)',
        'text.should.be.a("string")',
        'should.exist(five)',
        'should.not.exist(null)',
        'should.equal(five, 5)',
        'fail.should.throw("broken")',
      ],
    ],
    [
      'expect of jest',
      { expect: jestExpect },
      [
        'expect(five).toBe(5)',
        'expect(five).not.toBe(6)',
        'expect(same).toEqual({ a: 1, b: { c: "x" } })',
        'expect(same).toStrictEqual(same)',
        'expect(same).toMatchObject({ b: { c: "x" } })',
        'expect(same).toMatchObject({})',
        'expect(list).toContain(2)',
        'expect(list).toContain(five - 3)',
        'expect(list).toHaveLength(2)',
        'expect(list).toHaveLength(list.length)',
        'expect(same).toHaveProperty("b.c", "x")',
        'expect(same).toHaveProperty("a")',
        'expect(five).toBeGreaterThan(4)',
        'expect(five).toBeCloseTo(5.001, 1)',
        'expect(five).toBeTruthy()',
        'expect(null).toBeNull()',
        'expect(undefined).toBeUndefined()',
        'expect(five).toBeDefined()',
        'expect(list).toBeInstanceOf(Array)',
        'expect(text).toMatch(/fi/)',
        'expect(text).toMatch("fi")',
        'expect(fail).toThrow()',
        'expect(fail).toThrow(TypeError)',
        'expect(fail).toThrow("broken")',
        'expect(fail).toThrow(/broken/)',
        'expect(calm).not.toThrow()',
        'await expect(settled()).resolves.toBe(5)',
        'await expect(rejected()).rejects.toThrow("broken")',
        'await expect(rejected()).rejects.toBeInstanceOf(TypeError)',
        'expect(same).toEqual(expect.objectContaining({ a: 1 }))',
        'expect(same).toEqual({ a: expect.any(Number), b: expect.anything() })',
        'expect([]).toEqual([])',
        'expect(list).toEqual([1, 2])',
        'expect(five).toBe(list.length + 3)',
        'expect(false).toBe(false)',
        'expect(null).toEqual(null)',
        'expect(five).toEqual(expect.any(Number))',
        'await expect(settled()).resolves.not.toBe(6)',
      ],
    ],
  ];
  for (const [name, library, assertions] of libraries) {
    for (const assertion of assertions) {
      it(`turns ${assertion.replaceAll('\n', ' ')} of ${name} red`, async () => {
        expect(await run(assertion, library), 'the assertion as it is').to.equal('passes');
        const { source } = await flip(assertion);
        expect(await run(source, library), source).to.equal('fails');
      });
    }
  }

  it('turns assertions of tape red', async function () {
    this.timeout(60_000);
    const lines = [
      't.equal(5, 5);',
      't.notEqual(5, 6);',
      't.deepEqual([1], [1]);',
      't.ok(1);',
      't.notOk(0);',
      't.throws(() => { throw new Error("a"); }, /a/);',
      't.throws(() => { throw new Error("a"); });',
      't.doesNotThrow(() => 1);',
      't.error(null);',
      't.match("a", /a/);',
      't.doesNotMatch("a", /b/);',
      't.true(true);',
    ];
    let source = `const test = require('tape');\n${lines.map((line, index) => `test('${index}', (t) => {\n${line}\nt.end();\n});`).join('\n')}\n`;
    const tape = (text: string): string =>
      spawnSync(process.execPath, ['-'], {
        input: text,
        cwd: fileURLToPath(new URL('..', import.meta.url)),
        encoding: 'utf8',
      }).stdout;
    expect(tape(source)).to.contain(`# pass  ${lines.length}`);
    for (const index of lines.keys()) source = (await flip(source, 3 + index * 4, 'a.test.js')).source;
    expect(tape(source)).to.contain(`# fail  ${lines.length}`);
  });

  it('turns assertions of Python red', async function () {
    this.timeout(60_000);
    const lines = [
      'assert f() == 5',
      'assert 5 == f()',
      'assert f() != 6',
      'assert f()',
      'assert not g()',
      'assert 5 in [f()]',
      'assert f() == f()',
      'assert [1, {"a": "b"}] == [1, {"a": "b"}]',
      'assert f() > 4 and f() == 5',
      'assert -f() == -5',
      'assert g() is None',
      'assert (f(), 1) == (5, 1)',
      'assert f"{f()}" == f"{f()}"',
      'assert [] == []',
      'self.assertEqual(f(), 5)',
      'self.assertNotEqual(f(), 6)',
      'self.assertTrue(f())',
      'self.assertIsNone(g())',
      'self.assertIn(5, [f()])',
      'self.assertRaises(ValueError, h)',
      'self.assertRaisesRegex(ValueError, "bro", h)',
      'self.assertAlmostEqual(f(), 5.0)',
      'self.assertGreater(f(), 4)',
      'self.assertDictEqual({"a": f()}, {"a": 5})',
      'self.assertIsInstance(f(), int)',
      'self.assertRegex("five", "fi")',
    ];
    const head = 'import unittest\ndef f(): return 5\ndef g(): return None\ndef h(): raise ValueError("broken")\n';
    const blocks = lines.map(
      (line, index) => `class Test${index}(unittest.TestCase):\n    def test(self):\n        ${line}\n`,
    );
    let source = `${head}${blocks.join('')}class TestLast(unittest.TestCase):\n    def test(self):\n        with self.assertRaises(ValueError):\n            h()\n`;
    const python = (text: string): string =>
      spawnSync('python3', ['-c', `${text}\nunittest.main()`], { encoding: 'utf8' }).stderr;
    expect(python(source)).to.contain('\nOK');
    for (const index of lines.keys()) source = (await flip(source, 7 + index * 3, 'test_a.py')).source;
    source = (await flip(source, 8 + lines.length * 3, 'test_a.py')).source;
    const [, failures = '0', , errors = '0'] =
      /FAILED \((?:failures=(\d+))?(, )?(?:errors=(\d+))?\)/.exec(python(source)) ?? [];
    expect(Number(failures) + Number(errors), python(source)).to.equal(lines.length + 1);
  });

  it('takes the assertion that contains the line, then the nearest one of the same test', async () => {
    const source =
      "it('a', () => {\n  expect(b).toBe(1);\n  run();\n  expect(c).toEqual({\n    d: 2,\n  });\n});\nit('e', () => {\n  run();\n});\nit('f', () => {\n  expect(g).toBe(3);\n});\n";
    expect((await flip(source, 2)).from).to.equal('1');
    expect((await flip(source, 3)).from).to.equal('1');
    expect(await flip(source, 5)).to.include({ from: '2', line: 5 });
    expect(await analysis.flipExpectation('a.js', source, 9)).to.equal(undefined);
  });

  it('takes the assertions of a function that the test calls', async () => {
    const source = "function check(a) {\n  expect(a).toBe(1);\n}\nit('b', () => {\n  check(c);\n});\n";
    expect(await flip(source, 5)).to.include({ from: '1', line: 2 });
  });

  it('takes the innermost of two assertions', async () => {
    const source = "it('a', () => {\n  assert.throws(() => {\n    assert.equal(b, 1);\n  }, /c/);\n});\n";
    expect((await flip(source, 3)).from).to.equal('1');
    expect((await flip(source, 4)).from).to.equal('/c/');
  });

  it('changes nothing but the expected value, with CRLF and a byte order mark', async () => {
    const source = "\uFEFF#!/usr/bin/env node\r\nassert.equal(a, 'b'); // c\r\n";
    const { source: flipped, from, to, line } = await flip(source, 2);
    expect({ from, line }).to.deep.equal({ from: "'b'", line: 2 });
    expect(flipped).to.equal(source.replace(from, to));
  });

  it('leaves a test that asserts nothing alone', async () => {
    expect(await analysis.flipExpectation('a.js', "it('a', () => { run(); });", 1)).to.equal(undefined);
    expect(await analysis.flipExpectation('a.md', 'assert.equal(1, 1)', 1)).to.equal(undefined);
  });
});
