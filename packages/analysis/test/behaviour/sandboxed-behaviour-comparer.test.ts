import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import type { SandboxRequest, SandboxResult } from '@typed-evidence-chain/core';
import { compare, subjects } from './support/compare.js';
import { PlainSandbox } from './support/plain-sandbox.js';
import type { Files } from './support/two-trees.js';

const shop: Files = {
  'package.json': JSON.stringify({ name: 'shop', main: 'src/index.js' }),
  'src/index.js': "module.exports = { ...require('./price') };\n",
  'src/price.js':
    'function shipping(cents) {\n  if (cents >= 5000) return 0;\n  return 490;\n}\nmodule.exports = { shipping };\n',
  'test/price.test.js':
    "const { shipping } = require('../src');\nassert.equal(shipping(1200), 490);\nassert.equal(shipping(9000), 0);\n",
};

/** A package of one CommonJS file with one test. */
const single = (source: string, test: string): Files => ({
  'package.json': JSON.stringify({ name: 'one' }),
  'index.js': source,
  'test/index.test.js': `const one = require('..');\nit('works', async () => {\n  ${test}\n});\n`,
});

describe('SandboxedBehaviourComparer', function () {
  this.timeout(120_000);

  describe('on a change that keeps the behaviour', () => {
    it('calls the changed function and finds nothing', async () => {
      const after =
        'const FREE_FROM = 5000;\nconst shipping = (cents) => (cents < FREE_FROM ? 490 : 0);\nmodule.exports = { shipping };\n';
      const report = await compare(shop, { 'src/price.js': after });
      expect(report.counterexamples).to.deep.equal([]);
      expect(report.missing).to.deep.equal([]);
      expect(subjects(report)).to.deep.equal(['src/price.js shipping']);
    });

    it('follows a function that moved to a file of its own', async () => {
      const report = await compare(shop, {
        'src/shipping.js': shop['src/price.js'] ?? '',
        'src/price.js': "module.exports = require('./shipping');\n",
      });
      expect([...report.counterexamples, ...report.missing]).to.deep.equal([]);
      expect(subjects(report)).to.deep.equal(['src/price.js shipping']);
    });

    it('follows a renamed file', async () => {
      const report = await compare(shop, {
        'src/index.js': "module.exports = { ...require('./rates') };\n",
        'src/price.js': null,
        'src/rates.js': `// Rates\n${shop['src/price.js'] ?? ''}`,
      });
      expect([...report.counterexamples, ...report.missing]).to.deep.equal([]);
      expect(subjects(report)).to.deep.equal(['src/rates.js shipping']);
    });

    it('does not count how the engine words its own errors', async () => {
      const base = single(
        'exports.f = (list) => list[0].name.length;\n',
        "one.f([{ name: 'a' }]); assert.throws(() => one.f([]));",
      );
      const report = await compare(base, {
        'index.js': 'exports.f = (items) => { const [first] = items; return first.name.length; };\n',
      });
      expect(report.counterexamples).to.deep.equal([]);
    });

    it('does not count how a class keeps its state', async () => {
      const base = single(
        'exports.Stack = class Stack { constructor() { this.list = []; } push(x) { this.list.push(x); return this; } pop() { return this.list.pop(); } };\n',
        'const s = new one.Stack(); s.push(1).push(2); assert.equal(s.pop(), 2);',
      );
      const report = await compare(base, {
        'index.js':
          'exports.Stack = class Stack { #all = []; push(x) { this.#all.push(x); return this; } pop() { return this.#all.pop(); } };\n',
      });
      expect(report.counterexamples).to.deep.equal([]);
      expect(subjects(report)).to.deep.equal(['index.js Stack']);
    });

    it('only remarks on input of a kind that nobody passes', async () => {
      const base = single(
        "exports.cut = (slug, max) => { let r = ''; for (const w of slug.split('-')) { const n = r === '' ? w : r + '-' + w; if (n.length > max) break; r = n; } return r; };\n",
        "one.cut('one-two-three', 8); one.cut('one-two', 3);",
      );
      const report = await compare(base, {
        'index.js':
          "exports.cut = (slug, max) => { const w = slug.split('-'); while (w.length > 0 && w.join('-').length > max) w.pop(); return w.join('-'); };\n",
      });
      expect(report.counterexamples).to.deep.equal([]);
      expect(report.unusual?.map((one) => one.subject)).to.deep.equal(['index.js cut']);
    });
  });

  describe('on a change of behaviour', () => {
    it('finds a boundary that moved, where no test looks', async () => {
      const report = await compare(shop, { 'src/price.js': (shop['src/price.js'] ?? '').replace('>=', '>') });
      expect(report.counterexamples).to.deep.equal([
        { subject: 'src/price.js shipping', args: '5000', base: '0', head: '490' },
      ]);
    });

    it('names the exports of the entry point that came or went', async () => {
      const report = await compare(shop, {
        'src/price.js': (shop['src/price.js'] ?? '').replace('{ shipping }', '{ shippingCost: shipping }'),
      });
      expect(report.missing).to.deep.equal([
        { subject: 'src/index.js shipping', side: 'head' },
        { subject: 'src/index.js shippingCost', side: 'base' },
      ]);
    });

    const cases = [
      {
        finds: 'other words in an error that the code throws',
        base: single("exports.f = (n) => { if (n > 9) throw new RangeError('too large'); return n; };\n", 'one.f(3);'),
        head: "exports.f = (n) => { if (n > 9) throw new RangeError('too big'); return n; };\n",
        sides: ['throws RangeError: too large', 'throws RangeError: too big'],
      },
      {
        finds: 'arguments that are changed in place',
        base: single('exports.f = (list) => [...list].sort();\n', 'one.f([2, 1]);'),
        head: 'exports.f = (list) => list.sort();\n',
        sides: ['leaves its arguments as they are', 'changes its arguments to [[1, 2]]'],
      },
      {
        finds: 'another order of calls of a callback',
        base: single(
          'exports.each = (list, f) => { for (const x of list) f(x); };\n',
          'const out = []; one.each([1, 2], (x) => out.push(x));',
        ),
        head: 'exports.each = (list, f) => { for (const x of [...list].reverse()) f(x); };\n',
        sides: ['calls its callback with [1], [2]', 'calls its callback with [2], [1]'],
      },
      {
        finds: 'other text on the console',
        base: single("exports.f = (n) => { console.log('n', n); };\n", 'one.f(3);'),
        head: "exports.f = (n) => { console.log('n: ' + n); };\n",
        sides: ['prints "n 3\\n"', 'prints "n: 3\\n"'],
      },
      {
        finds: 'a new option with a new result',
        base: single('exports.f = (text, max) => text.slice(0, max);\n', "one.f('abc', 2);"),
        head: "exports.f = (text, max, end = '') => text.slice(0, max) + end;\n",
        sides: undefined,
      },
      {
        finds: 'a method that no test calls',
        base: single(
          'exports.counter = () => { let n = 0; return { add(by = 1) { n += by; return n; }, remove(by = 1) { n -= by; return n; } }; };\n',
          'const c = one.counter(); c.add(); c.add(2);',
        ),
        head: 'exports.counter = () => { let n = 0; return { add(by = 1) { n += by; return n; }, remove(by = 1) { n = Math.max(0, n - by); return n; } }; };\n',
        sides: undefined,
      },
      {
        finds: 'what an asynchronous function answers',
        base: single('exports.f = async (n) => n + 1;\n', 'assert.equal(await one.f(3), 4);'),
        head: 'exports.f = async (n) => (n > 3 ? n : n + 1);\n',
        sides: undefined,
      },
      {
        finds: 'a loop that does not end',
        base: single('exports.f = (n) => n;\n', 'one.f(3);'),
        head: 'exports.f = (n) => { while (n > 3) {} return n; };\n',
        sides: ['4', 'does not come to an end'],
      },
      {
        finds: 'a call that ends the whole process',
        base: single('exports.f = (n) => n;\n', 'one.f(3);'),
        head: "exports.f = (n) => { if (n > 3) process.kill(process.pid, 'SIGKILL'); return n; };\n",
        sides: ['4', 'takes the whole run down, or never lets go of it'],
      },
      {
        finds: 'answers that have become random',
        base: single('exports.f = (n) => n + 1;\n', 'one.f(3);'),
        head: 'exports.f = (n) => n + (Math.random() < 0.5 ? 1 : 2);\n',
        sides: undefined,
      },
      {
        finds: 'a module that can no longer be loaded',
        base: single('exports.f = (n) => n + 1;\n', 'one.f(3);'),
        head: "const x = require('absent');\nexports.f = (n) => n + x;\n",
        sides: ['can be loaded', "cannot be loaded: Error: Cannot find module 'absent'"],
      },
      {
        finds: 'another value of an exported constant',
        base: single('exports.LIMIT = 10;\nexports.f = (n) => n;\n', 'one.f(3);'),
        head: 'exports.LIMIT = 11;\nexports.f = (n) => n;\n',
        sides: ['10', '11'],
      },
    ];
    for (const { finds, base, head, sides } of cases) {
      it(`finds ${finds}`, async () => {
        const { counterexamples } = await compare(base, { 'index.js': head });
        expect(counterexamples).to.have.length(1);
        if (sides !== undefined) expect([counterexamples[0]?.base, counterexamples[0]?.head]).to.deep.equal(sides);
      });
    }
  });

  describe('on what cannot be compared', () => {
    it('names a function that answers differently from run to run, and compares the others', async () => {
      const base = single('exports.f = (n) => n + process.pid;\nexports.g = (n) => n + 1;\n', 'one.f(3);\n  one.g(3);');
      const report = await compare(base, {
        'index.js': 'exports.f = (n) => process.pid + n;\nexports.g = (n) => 1 + n;\n',
      });
      expect(report.skipped.map((one) => one.subject)).to.deep.equal(['index.js f']);
      expect(subjects(report)).to.deep.equal(['index.js g']);
      expect(report.counterexamples).to.deep.equal([]);
    });

    it('names a module that cannot be loaded on either side', async () => {
      const base = single("require('absent');\nexports.f = (n) => n + 1;\n", 'one.f(3);');
      const report = await compare(base, { 'index.js': "require('absent');\nexports.f = (n) => 1 + n;\n" });
      expect(report.skipped).to.deep.equal([
        { subject: 'index.js', reason: "it cannot be loaded: Error: Cannot find module 'absent'" },
      ]);
      expect(subjects(report)).to.deep.equal([]);
    });

    it('does not count against the change that a dependency of the head is not installed', async () => {
      const base = single('exports.f = (n) => n + 1;\n', 'one.f(3);');
      const report = await compare(base, {
        'package.json': JSON.stringify({ name: 'one', dependencies: { absent: '1.0.0' } }),
        'index.js': "require('absent');\nexports.f = (n) => n + 1;\n",
      });
      expect(report.counterexamples).to.deep.equal([]);
      expect(report.skipped.map((one) => one.reason)).to.include('it needs absent, which is not installed');
    });

    it('does not take results that lack the nonce of the run', async () => {
      class ForgedResults extends PlainSandbox {
        override readonly run = async (request: SandboxRequest): Promise<SandboxResult> => {
          const result = await runPlainly(request);
          const line = `${'0'.repeat(32)} ${JSON.stringify({ call: 0, o: { k: 'value', v: 1 } })}\n`;
          await writeFile(join(request.out ?? '', 'result'), line.repeat(3));
          return result;
        };
      }
      const runPlainly = new PlainSandbox().run;
      const report = await compare(shop, { 'src/price.js': '// nothing\n' }, new ForgedResults());
      expect(subjects(report)).to.deep.equal([]);
      expect(report.skipped).to.not.deep.equal([]);
    });

    it('stops when it is told to', async () => {
      const stop = new AbortController();
      stop.abort();
      const failure = await compare(shop, { 'src/price.js': '' }, new PlainSandbox(), stop.signal).then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(failure).to.have.property('name', 'AbortError');
    });
  });

  it('makes the same report for the same change', async () => {
    const change = { 'src/price.js': (shop['src/price.js'] ?? '').replace('490', '480') };
    const [one, other] = await Promise.all([compare(shop, change), compare(shop, change)]);
    expect({ ...one, durationMs: 0 }).to.deep.equal({ ...other, durationMs: 0 });
  });

  it('answers a change without code with an empty report, and runs nothing', async () => {
    const sandbox = new PlainSandbox();
    const report = await compare(shop, { 'README.md': '# Shop\n' }, sandbox);
    expect(subjects(report)).to.deep.equal([]);
    expect(sandbox.runs).to.equal(0);
  });
});
