import { expect } from 'chai';
import { compare } from './support/compare.js';
import type { Files } from './support/two-trees.js';

const single = (source: string, test: string): Files => ({
  'package.json': JSON.stringify({ name: 'one' }),
  'index.js': source,
  'test/index.test.js': `const one = require('..');\nit('works', () => {\n  ${test}\n});\n`,
});

const python = (source: string, test: string): Files => ({ 'one.py': source, 'tests/test_one.py': test });

describe('arguments away from those of the tests', function () {
  this.timeout(60_000);

  const cases: readonly (readonly [name: string, base: Files, change: Record<string, string>])[] = [
    [
      'texts as long as a default that changed',
      single('exports.cut = (t, max) => t.slice(0, max === undefined ? 40 : max);\n', "one.cut('a short one', 5);"),
      { 'index.js': 'exports.cut = (t, max = 60) => t.slice(0, max);\n' },
    ],
    [
      'days as far apart as a number of the code',
      single(
        'exports.soon = (due, today) => (Date.parse(due) - Date.parse(today)) / 864e5 <= 9;\n',
        "one.soon('2024-05-03', '2024-05-01'); one.soon('2024-06-01', '2024-05-01');",
      ),
      { 'index.js': 'exports.soon = (due, today) => (Date.parse(due) - Date.parse(today)) / 864e5 < 9;\n' },
    ],
    [
      'a time of day',
      single(
        'exports.days = (due, today) => Math.round((Date.parse(due) - Date.parse(today)) / 864e5);\n',
        "one.days('2024-05-03', '2024-05-01');",
      ),
      { 'index.js': 'exports.days = (due, today) => Math.floor((Date.parse(due) - Date.parse(today)) / 864e5);\n' },
    ],
    [
      'a fraction in a text',
      single("exports.read = (text) => Number(text.split('=')[1]);\n", "one.read('a=1');"),
      { 'index.js': "exports.read = (text) => parseInt(text.split('=')[1], 10);\n" },
    ],
    [
      'a list in another order, made by a helper of the Python tests',
      python(
        'class Item:\n    def __init__(self, name):\n        self.name = name\n        self.count = 0\n\n    def add(self, count):\n        self.count += count\n        return self\n\n\ndef totals(items):\n    found = {}\n    for item in items:\n        found[item.name] = found.get(item.name, 0) + item.count\n    return found\n',
        'from one import Item, totals\n\n\ndef items():\n    return [Item("b").add(1), Item("a").add(2)]\n\n\ndef test_totals():\n    assert totals(items()) == {"b": 1, "a": 2}\n',
      ),
      {
        'one.py':
          'class Item:\n    def __init__(self, name):\n        self.name = name\n        self.count = 0\n\n    def add(self, count):\n        self.count += count\n        return self\n\n\ndef totals(items):\n    found = {}\n    for item in sorted(items, key=lambda item: item.name, reverse=True):\n        found[item.name] = found.get(item.name, 0) + item.count\n    return found\n',
      },
    ],
    [
      'a Python property that is read twice',
      python(
        'class Bag:\n    def __init__(self):\n        self._all = []\n\n    @property\n    def size(self):\n        return len(self._all)\n\n    def add(self, item):\n        self._all.append(item)\n',
        'from one import Bag\n\n\ndef test_bag():\n    bag = Bag()\n    bag.add("a")\n    assert bag.size == 1\n',
      ),
      {
        'one.py':
          'from functools import cached_property\n\n\nclass Bag:\n    def __init__(self):\n        self._all = []\n\n    @cached_property\n    def size(self):\n        return len(self._all)\n\n    def add(self, item):\n        self._all.append(item)\n',
      },
    ],
  ];
  for (const [name, base, change] of cases) {
    it(`are ${name}`, async () => {
      const { counterexamples } = await compare(base, change);
      expect(counterexamples).to.have.lengthOf.at.least(1);
    });
  }
});
