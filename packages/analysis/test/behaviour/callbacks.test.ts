import { expect } from 'chai';
import { compare } from './support/compare.js';
import type { Files } from './support/two-trees.js';

const single = (source: string, test: string): Files => ({
  'package.json': JSON.stringify({ name: 'one' }),
  'index.js': source,
  'test/index.test.js': `const one = require('..');\nit('works', async () => {\n  ${test}\n});\n`,
});

const store = (add: string): string => `
exports.createStore = () => { const all = []; return { async add(x) { all.push(x); }, async list() { return [...all]; } }; };
exports.keep = async (store, name) => { const all = await store.list(); ${add} return all.length; };
`;

describe('what callers give', function () {
  this.timeout(60_000);

  const differing: readonly (readonly [name: string, base: Files, after: string])[] = [
    [
      'tasks that now run at the same time',
      single(
        'exports.series = async (tasks) => { const all = []; for (const task of tasks) all.push(await task()); return all; };\n',
        'await one.series([async () => 1, async () => 2]);',
      ),
      'exports.series = (tasks) => Promise.all(tasks.map((task) => task()));\n',
    ],
    [
      'a source that is read before it is needed',
      single(
        'exports.items = async function* (read) { for (let n = 0; ; n += 1) { const x = await read(n); if (!x) return; yield x; } };\n',
        "for await (const x of one.items(async (n) => ['a', 'b'][n])) console.log(x);",
      ),
      'exports.items = async function* (read) { const all = []; for (let n = 0; ; n += 1) { const x = await read(n); if (!x) break; all.push(x); } yield* all; };\n',
    ],
    [
      'a callback that is asked with something else',
      single(
        'exports.attempt = (task, ok) => { try { return task(); } catch (error) { return ok(error); } };\n',
        "one.attempt(() => { throw new Error('no'); }, () => false);",
      ),
      'exports.attempt = (task, ok) => { try { return task(); } catch (error) { return ok(error.message); } };\n',
    ],
    [
      'a promise that nobody waits for',
      single(store('await store.add(name);'), "await one.keep(one.createStore(), 'a');"),
      store('store.add(name);'),
    ],
    [
      'a callback that is no longer called on the object',
      single(
        'exports.hooks = () => ({ list: [], use(hook) { this.list.push(hook); }, run(x) {\n    for (let i = 0; i < this.list.length; i += 1) this.list[i].call(this, x);\n  } });\n',
        'const all = one.hooks(); const seen = []; all.use((x) => { seen.push(x); }); all.run(1);',
      ),
      'exports.hooks = () => ({ list: [], use(hook) { this.list.push(hook); }, run(x) {\n    for (const hook of this.list) hook(x);\n  } });\n',
    ],
  ];
  for (const [name, base, after] of differing) {
    it(`shows ${name}`, async () => {
      const { counterexamples } = await compare(base, { 'index.js': after });
      expect(counterexamples).to.have.lengthOf.at.least(1);
    });
  }

  const alike: readonly (readonly [name: string, base: Files, after: string])[] = [
    [
      'a callback that was called on nothing',
      single(
        'exports.each = function (list, visit) {\n  for (let i = 0; i < list.length; i += 1) visit.call(this === exports ? null : this, list[i]);\n};\n',
        'one.each([1, 2], (x) => { console.log(x); });',
      ),
      'exports.each = (list, visit) => {\n  for (const item of list) visit(item);\n};\n',
    ],
    [
      'a list method that is borrowed no more, beside a callback',
      single(
        'exports.all = (visit, ...rest) => {\n  const list = Array.prototype.slice.call(rest, 1);\n  const api = { visit };\n  list.forEach((x) => { api.visit(x); });\n};\n',
        'one.all((x) => { console.log(x); }, 1, 2, 3);',
      ),
      'exports.all = (visit, ...rest) => {\n  for (const x of rest.slice(1)) visit(x);\n};\n',
    ],
    [
      'a callback that calls itself, by its own name or by way of another',
      single(
        'exports.attempt = (task, ...args) => { const answer = task(...args); return answer; };\n',
        'const down = (n) => (n > 0 ? down(n - 1) : n); const even = (n) => n === 0 || odd(n - 1); const odd = (n) => n !== 0 && even(n - 1);\n' +
          '  one.attempt(down, 2); one.attempt(even, 4);',
      ),
      'exports.attempt = (task, ...args) => task(...args);\n',
    ],
    [
      'how many turns lie between two promises',
      single(
        'exports.twice = (task) => task(1).then((a) => task(2).then((b) => [a, b]));\n',
        'await one.twice(async (n) => n);',
      ),
      'exports.twice = async (task) => { const a = await task(1); await null; const b = await task(2); return [a, b]; };\n',
    ],
    [
      'how often a predicate is asked',
      single(
        'exports.any = (list, test) => list.filter((x) => test(x)).length > 0;\n',
        'one.any([1, 2, 3], (x) => x > 1);',
      ),
      'exports.any = (list, test) => list.some(test);\n',
    ],
  ];
  for (const [name, base, after] of alike) {
    it(`does not mind ${name}`, async () => {
      const { counterexamples, compared } = await compare(base, { 'index.js': after });
      expect(counterexamples).to.deep.equal([]);
      expect(compared).to.have.lengthOf.at.least(1);
    });
  }
});
