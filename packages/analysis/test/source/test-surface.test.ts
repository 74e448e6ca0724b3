import { expect } from 'chai';
import { SourceAnalysis } from '@typed-evidence-chain/analysis';
import type { TestSurface } from '@typed-evidence-chain/core';

const analysis = new SourceAnalysis();
const read = async (source: string, path = 'a.test.js'): Promise<TestSurface> => {
  const found = await analysis.testSurface(path, source);
  if (!found) throw new Error('unreadable');
  return found;
};

/** `title [markers] (number of assertions)` for each test. */
const summary = async (source: string, path?: string): Promise<string[]> =>
  (await read(source, path)).cases.map(
    ({ title, markers, assertions }) => `${title} [${markers.join(' ')}] (${assertions.length})`,
  );

describe('testSurface', () => {
  const cases: [what: string, source: string, tests: string[], path?: string][] = [
    [
      'groups',
      "describe('a', () => { context('b', function () { it('c', () => { expect(1).to.equal(1); }); }); test('d', () => {}); });",
      ['a b c [] (1)', 'a d [] (0)'],
    ],
    [
      'the names of mocha and jasmine for skipping and focus',
      "xit('a', f); fit('b', f); xdescribe('c', () => { it('d', f); }); fdescribe('e', () => { specify('f', f); });",
      ['a [skip] (0)', 'b [only] (0)', 'c d [skip] (0)', 'e f [only] (0)'],
    ],
    [
      'markers of jest and vitest',
      "it.only('a', f); test.skip('b', f); it.todo('c'); test.fails('d', f); test.failing('e', f); it.skipIf(x)('f', f); test.runIf(y)('g', f); it.concurrent('h', f); describe.skip('i', () => { it('j', f); });",
      [
        'a [only] (0)',
        'b [skip] (0)',
        'c [todo] (0)',
        'd [fails] (0)',
        'e [fails] (0)',
        'f [skip] (0)',
        'g [skip] (0)',
        'h [] (0)',
        'i j [skip] (0)',
      ],
    ],
    [
      'options',
      "test('a', { skip: true, retry: 2, timeout: 5 }, f); test('b', { skip: false, only: undefined }, f); it('c', f, { todo: 'later' }); describe('d', { skip: os }, () => { it('e', f); });",
      ['a [skip retry timeout] (0)', 'b [] (0)', 'c [todo] (0)', 'd e [skip] (0)'],
    ],
    [
      'tables',
      "it.each([[1, 2]])('a %i + $b is #%#', (x) => { expect(x).toBe(1); }); describe.each`a | b\n${1} | ${2}`('c $a', () => { it('d', f); }); test.for([1])('e %s', f);",
      ['a * + * is #* [] (1)', 'c * d [] (0)', 'e * [] (0)'],
    ],
    [
      'computed titles',
      "const unit = 'cm'; for (const size of [1, 2]) { it(`is ${size} ${unit}`, f); it('a' + size, f); it(size.name, f); }",
      ['is * cm [] (0)', 'a* [] (0)', '* [] (0)'],
    ],
    [
      'node:test',
      "import test, { suite as group, it as check } from 'node:test'; group('a', () => { check('b', (t) => { t.assert.equal(1, 1); }); }); test('c', async (t) => { await t.test('d', { skip: true }, () => {}); t.skip(); }); test(function e() {}); test.todo('f');",
      ['a b [] (1)', 'c [skip] (0)', 'c d [skip] (0)', 'e [] (0)', 'f [todo] (0)'],
    ],
    [
      'tape',
      "const tape = require('tape'); tape('a', (t) => { t.plan(2); t.equal(1, 1); t.test('b', (st) => { st.ok(1); st.end(); }); }); tape.skip('c', (t) => { t.fail(); });",
      ['a [] (2)', 'a b [] (1)', 'c [skip] (1)'],
    ],
    ['tap', "import t from 'tap'; t.test('a', (t) => { t.same({}, {}); t.end(); });", ['a [] (1)']],
    [
      'ava',
      "import test from 'ava'; test('a', (t) => { t.is(1, 1); t.deepEqual([], []); }); test.serial.failing('b', (t) => t.fail()); test.before(() => {});",
      ['a [] (2)', 'b [fails] (1)'],
    ],
    ['QUnit', "QUnit.module('a', () => { QUnit.test('b', (assert) => { assert.ok(1); }); });", ['a b [] (1)']],
    [
      'Playwright',
      "import { test } from '@playwright/test'; test.describe('a', () => { test('b', async ({ page }) => { test.skip(x, 'why'); await expect(page).toHaveTitle('c'); }); test.fixme('d', f); });",
      ['a b [skip] (1)', 'a d [skip] (0)'],
    ],
    [
      'renamed and conditional functions',
      "const { it: spec } = require('mocha'); spec('a', f); const itUnix = windows ? it.skip : it; itUnix('b', f);",
      ['a [] (0)', 'b [skip] (0)'],
    ],
    [
      'what happens while a test runs',
      "it('a', function () { this.retries(3); this.skip(); }); it('b', f).timeout(5); it('c', function () { this.retries(0); });",
      ['a [retry skip] (0)', 'b [timeout] (0)', 'c [] (0)'],
    ],
    ['functions that are wrapped', "it('a', options, inject(['b'], () => { assert(1); }));", ['a [] (1)']],
    ['functions that are handed over by name', "it('a', check); function check() { assert(1); }", ['a [] (1)']],
    ['TypeScript', "it('a', (): void => { expect(b as C).toBe(d!); });", ['a [] (1)'], 'a.test.ts'],
    [
      'functions of pytest',
      'def test_a():\n    assert 1\n    assert 2\n\nclass TestB:\n    def test_c(self):\n        with pytest.raises(E):\n            f()\n',
      ['test_a [] (2)', 'TestB test_c [] (1)'],
      'test_a.py',
    ],
    [
      'marks of pytest',
      '@pytest.mark.parametrize("a", [1])\ndef test_a(a): pass\n@pytest.mark.skip\ndef test_b(): pass\n@pytest.mark.xfail(reason="x")\ndef test_c(): pass\n@mark.skipif(x)\nclass TestD:\n    def test_e(self): pytest.skip("no")\n@pytest.mark.flaky(reruns=2)\ndef test_f(): pass\n',
      ['test_a[*] [] (0)', 'test_b [skip] (0)', 'test_c [fails] (0)', 'TestD test_e [skip] (0)', 'test_f [retry] (0)'],
      'test_a.py',
    ],
    [
      'unittest',
      'class A(unittest.TestCase):\n    @unittest.expectedFailure\n    def test_b(self):\n        self.assertEqual(1, 2)\n    @unittest.skipIf(x, "y")\n    def test_c(self): self.skipTest("z")\n    def helper(self): pass\n',
      ['A test_b [fails] (1)', 'A test_c [skip] (0)'],
      'test_a.py',
    ],
    ['a bare script', "const assert = require('assert'); assert.equal(1, 1); function f() { assert(2); }", [' [] (2)']],
    ['a script that says it by its exit code', 'if (run() !== 1) process.exit(1);', [' [] (0)']],
    ['no test in a helper', 'export const helper = (a) => a.test(1); /b/.test(c); it.each; describe;', []],
    ['a bare script of Python', 'assert run() == 1\n', [' [] (1)'], 'a.py'],
  ];
  for (const [what, source, tests, path] of cases) {
    it(`reads ${what}`, async () => expect(await summary(source, path)).to.deep.equal(tests));
  }

  const assertions: [what: string, source: string, found: string[], path?: string][] = [
    [
      'chai',
      'expect(a).to.be.true; a.should.equal(1); should.exist(b); chai.expect(c).to.equal(2); assert.deepEqual(d, []);',
      [
        'expect(a).to.be.true',
        'a.should.equal(1)',
        'should.exist(b)',
        'chai.expect(c).to.equal(2)',
        'assert.deepEqual(d, [])',
      ],
    ],
    [
      'jest and vitest',
      "await expect(a).resolves.toBe(1); expect(b).not.toThrow(); expect.assertions(2); expect.soft(c).toBe(expect.any(Number)); return expect(d).rejects.toThrow('e');",
      [
        'await expect(a).resolves.toBe(1)',
        'expect(b).not.toThrow()',
        'expect.assertions(2)',
        'expect.soft(c).toBe(expect.any(Number))',
        "expect(d).rejects.toThrow('e')",
      ],
    ],
    [
      'functions of node:assert',
      "const { equal, strict } = require('node:assert'); equal(a, 1); strict.deepEqual(b, {}); assert(c, 'message');",
      ['equal(a, 1)', 'strict.deepEqual(b, {})', "assert(c, 'message')"],
    ],
    [
      'supertest',
      "await request(app).get('/').expect(200).expect('a', /b/);",
      ["await request(app).get('/').expect(200).expect('a', /b/)"],
    ],
    [
      'sinon and helpers by name',
      'sinon.assert.calledOnce(a); assertValid(b); expect_ok(c);',
      ['sinon.assert.calledOnce(a)', 'assertValid(b)', 'expect_ok(c)'],
    ],
    [
      'the same text for another format',
      'expect( a ).to\n  .equal( "b" , // c\n  {d:1})',
      ["expect(a).to.equal('b', {\n  d: 1\n})"],
    ],
    ['no matcher without an expectation', 'const a = expect.any(Number); expect(b);', []],
  ];
  for (const [what, body, found] of assertions) {
    it(`lists assertions: ${what}`, async () => {
      const { cases: tests } = await read(`it('x', async () => { ${body} });`);
      expect(tests[0]?.assertions).to.deep.equal(found);
    });
  }

  it('has the same text for the same test in another format', async () => {
    const one = await read("describe('a',()=>{it(\"b\",()=>{/* c */expect(1).to.equal('d')})})");
    const other = await read("describe('a', () => {\n  it('b', () => {\n    expect(1).to.equal(\"d\");\n  });\n});\n");
    expect(one.cases[0]?.body).to.equal(other.cases[0]?.body);
    expect(one.shared).to.equal(other.shared);
  });

  it('keeps what is around the tests apart from them', async () => {
    const around = "import a from 'a'; const limit = 5; describe('b', () => { beforeEach(() => reset()); ";
    const one = await read(`${around} it('c', () => {}); });`);
    const more = await read(
      `${around} it('c', () => { d(); }); it('e', () => {}); }); describe('f', () => { it('g', () => {}); });`,
    );
    expect(one.shared).to.equal(more.shared);
    expect(one.shared).to.contain('limit = 5').and.contain('reset()').and.not.contain('import');
  });

  it('counts the rows of a table and the loop around a test as its body', async () => {
    const bodies = async (source: string): Promise<string> => (await read(source)).cases[0]?.body ?? '';
    expect(await bodies("it.each([1, 2])('a %i', f);")).not.to.equal(await bodies("it.each([1])('a %i', f);"));
    expect(await bodies("for (const a of [1, 2]) it('a', f);")).not.to.equal(
      await bodies("for (const a of [1]) it('a', f);"),
    );
    expect(await bodies("if (linux) it('a', f);")).not.to.equal(await bodies("it('a', f);"));
  });

  it('says on which lines a test stands', async () => {
    const { cases: tests } = await read(
      "describe('a', () => {\r\n\r\n  it('b', () => {\r\n    c();\r\n  });\r\n});\r\n",
    );
    expect(tests[0]).to.include({ line: 3, endLine: 5 });
  });

  const markers: [what: string, source: string, found: string[], path?: string][] = [
    [
      'groups',
      "describe.only('a', () => { it('b', f); }); describe('c', function () { this.retries(2); it('d', f); });",
      ['only', 'retry'],
    ],
    [
      'the whole file',
      'jest.retryTimes(2); vi.setConfig({ retry: 1 }); process.exit(0);',
      ['retry', 'retry', 'process.exit'],
    ],
    ['exits inside of tests', "it('a', () => { process.exit(0); });", ['process.exit']],
    [
      'comments',
      '// @ts-nocheck\n/* eslint-disable */\n// eslint-disable-next-line a\n/* istanbul ignore next */\n/* c8 ignore start */\n/* v8 ignore next */\n// about @ts-ignore\n',
      ['ts-nocheck', 'eslint-disable', 'eslint-disable', 'istanbul-ignore', 'c8-ignore', 'v8-ignore'],
    ],
    [
      'Python',
      'pytestmark = pytest.mark.skip\nx = 1  # noqa\ny = 2  # pragma: no cover\ndef test_a(): sys.exit(0)\n',
      ['skip', 'process.exit', 'noqa', 'coverage-ignore'],
      'test_a.py',
    ],
  ];
  for (const [what, source, found, path] of markers) {
    it(`lists markers of ${what}`, async () => expect((await read(source, path)).markers).to.deep.equal(found));
  }
});
