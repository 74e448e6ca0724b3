import { expect } from 'chai';
import { compare } from './support/compare.js';
import type { Files } from './support/two-trees.js';

const single = (source: string, test: string): Files => ({
  'package.json': JSON.stringify({ name: 'one' }),
  'index.js': source,
  'test/index.test.js': `const one = require('..');\nit('works', async () => {\n  ${test}\n});\n`,
});

const cache = (get: string): string => `
exports.Cache = class Cache {
  #all = new Map();
  constructor(max) { this.max = max; }
  get size() { return this.#all.size; }
  has(key) { return this.#all.has(key); }
  get(key) { ${get} }
  set(key, value) {
    this.#all.delete(key);
    this.#all.set(key, value);
    if (this.#all.size > this.max) this.#all.delete(this.#all.keys().next().value);
    return this;
  }
  toString() { return 'Cache ' + this.#all.size; }
};
`;
const RECENT =
  'if (!this.#all.has(key)) return undefined; const value = this.#all.get(key); this.#all.delete(key); this.#all.set(key, value); return value;';
const cacheTest = "const c = new one.Cache(2); c.set('a', 1).set('b', 2); assert.equal(c.get('a'), 1); c.has('b');";

const bus = (notify: string, off: string): string => `
exports.createBus = () => {
  const listeners = [];
  return {
    on(listener) { listeners.push(listener); return () => { ${off} }; },
    emit(event) { ${notify} },
  };
};
`;
const IN_ORDER = 'listeners.forEach((listener) => { listener(event); });';
const OFF = 'listeners.splice(listeners.indexOf(listener), 1);';
const busTest =
  "const bus = one.createBus(); const seen = []; const stop = bus.on((e) => { seen.push(e); }); bus.emit('a'); stop();";

const differing: readonly (readonly [name: string, base: Files, after: string])[] = [
  ['what a cache forgets after a read', single(cache(RECENT), cacheTest), cache('return this.#all.get(key);')],
  [
    'a public field with what the caller gave',
    single(cache(RECENT), cacheTest),
    cache(RECENT).replace('#all = new Map();', '#all = new Map(); #max;').replaceAll('this.max', 'this.#max'),
  ],
  [
    'the order of two listeners',
    single(bus(IN_ORDER, OFF), busTest),
    bus(IN_ORDER.replace('listeners.', '[...listeners].reverse().'), OFF),
  ],
  [
    'what taking one listener back does to the other',
    single(bus(IN_ORDER, OFF), busTest),
    bus(IN_ORDER, 'listeners.length = 0;'),
  ],
  [
    'a result that cannot be changed any more',
    single('exports.f = (a) => ({ a });\n', 'one.f(1);'),
    'exports.f = (a) => Object.freeze({ a });\n',
  ],
  [
    'one object for all callers',
    single('exports.empty = () => ({ list: [] });\n', 'one.empty();'),
    'const EMPTY = { list: [] };\nexports.empty = () => EMPTY;\n',
  ],
  [
    'the inside of an object that its answer gives away',
    single(
      'exports.Bag = class Bag { #all = []; add(x) { this.#all.push({ x }); return this; } list() { return this.#all.map((one) => ({ ...one })); } };\n',
      'const b = new one.Bag(); b.add(1); b.list();',
    ),
    'exports.Bag = class Bag { #all = []; add(x) { this.#all.push({ x }); return this; } list() { return this.#all; } };\n',
  ],
  [
    'a decision on the clock that the code reads itself',
    single('exports.age = (since, now = Date.now) => now() - since;\n', 'one.age(5);'),
    'exports.age = (since, now = Date.now) => now() - since + 1;\n',
  ],
  [
    'a global that loading adds',
    single('exports.f = (a) => a + 1;\n', 'one.f(1);'),
    'Array.prototype.last = function () { return this.at(-1); };\nexports.f = (a) => a + 1;\n',
  ],
  [
    'a listener of the process that loading adds',
    single('exports.f = (a) => a + 1;\n', 'one.f(1);'),
    "process.on('uncaughtException', () => {});\nexports.f = (a) => a + 1;\n",
  ],
  [
    'what errors are instances of',
    single('exports.E = class E extends Error {};\n', "new one.E('x');"),
    'exports.E = class E extends RangeError {};\n',
  ],
];

describe('objects and effects', function () {
  this.timeout(60_000);

  for (const [name, base, after] of differing) {
    it(`shows ${name}`, async () => {
      const { counterexamples } = await compare(base, { 'index.js': after });
      expect(counterexamples).to.have.lengthOf.at.least(1);
    });
  }

  it('names a public method that is gone', async () => {
    const base = single(cache(RECENT), cacheTest);
    const { missing } = await compare(base, { 'index.js': cache(RECENT).replace(/ {2}toString.*\n/, '') });
    expect(missing).to.deep.equal([{ subject: 'index.js Cache.toString', side: 'head' }]);
  });

  it('names a getter that became a method', async () => {
    const { counterexamples } = await compare(single(cache(RECENT), cacheTest), {
      'index.js': cache(RECENT).replace('get size()', 'size()'),
    });
    expect(counterexamples[0]).to.deep.include({ args: 'size', base: 'getter', head: 'method' });
  });

  it('does not mind where a class keeps its methods and its state', async () => {
    const { counterexamples, missing } = await compare(single(cache(RECENT), cacheTest), {
      'index.js': cache(RECENT)
        .replace(
          'exports.Cache = class Cache {',
          'class Base {\n  toString() { return `Cache ${this.size}`; }\n}\nexports.Cache = class Cache extends Base {',
        )
        .replace(/ {2}toString\(\) \{ return 'Cache.*\n/, '')
        .replaceAll('#all', '#entries')
        .replace('constructor(max) {', 'constructor(max) { super();'),
    });
    expect([...counterexamples, ...missing]).to.deep.equal([]);
  });

  it('compares what depends on time and chance', async () => {
    const base = single(
      "const { randomUUID } = require('crypto');\nexports.ticket = (name) => [name, Date.now(), Math.random(), randomUUID(), new Date().getFullYear()];\n",
      "one.ticket('a');",
    );
    const { compared, counterexamples } = await compare(base, {
      'index.js':
        "const crypto = require('crypto');\nexports.ticket = (name) => { const now = new Date(); return [name, now.getTime(), Math.random(), crypto.randomUUID(), now.getFullYear()]; };\n",
    });
    expect(counterexamples).to.deep.equal([]);
    expect(compared).to.have.length(1);
  });
});
