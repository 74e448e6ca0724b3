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
    [
      'digits of a fraction that are too many',
      python(
        'def cents(text):\n    whole, _, rest = text.partition(".")\n    while len(rest) < 2:\n        rest += "0"\n    return int(whole) * 100 + int(rest)\n',
        'import pytest\n\nfrom one import cents\n\n\n@pytest.mark.parametrize(("text", "expected"), [("1", 100), ("1.5", 150)])\ndef test_cents(text, expected):\n    assert cents(text) == expected\n\n\ndef test_bad():\n    with pytest.raises(ValueError):\n        cents("x")\n',
      ),
      {
        'one.py':
          'def cents(text):\n    whole, _, rest = text.partition(".")\n    return int(whole) * 100 + int(rest[:2].ljust(2, "0"))\n',
      },
    ],
    [
      'a key that is not in a dict of Python',
      python(
        'def by_size(words):\n    found = {}\n    for word in words:\n        found.setdefault(len(word), []).append(word)\n    return found\n',
        'from one import by_size\n\n\ndef test_by_size():\n    assert by_size(["a", "bb"]) == {1: ["a"], 2: ["bb"]}\n',
      ),
      {
        'one.py':
          'from collections import defaultdict\n\n\ndef by_size(words):\n    found = defaultdict(list)\n    for word in words:\n        found[len(word)].append(word)\n    return found\n',
      },
    ],
    [
      'a fraction where the code asks for whole numbers',
      single(
        "exports.tries = ({ tries } = {}) => {\n  const count = tries ?? 2;\n  if (!Number.isInteger(count)) throw new Error('whole');\n  return count;\n};\n",
        'one.tries({ tries: 1 }); one.tries();',
      ),
      { 'index.js': 'exports.tries = ({ tries } = {}) => (Number.isInteger(tries) ? tries : 2);\n' },
    ],
    [
      'a key that every object inherits',
      single(
        'exports.count = (words) => {\n  const found = new Map();\n  for (const word of words) found.set(word, (found.get(word) ?? 0) + 1);\n  return [...found];\n};\n',
        "one.count(['a', 'b', 'a']);",
      ),
      {
        'index.js':
          'exports.count = (words) => {\n  const found = {};\n  for (const word of words) found[word] = (found[word] ?? 0) + 1;\n  return Object.entries(found);\n};\n',
      },
    ],
    [
      'capital letters among small ones',
      single(
        'class Shelf {\n  constructor() {\n    this.all = [];\n  }\n  add(book) {\n    this.all.push(book);\n    return book;\n  }\n  list() {\n    return [...this.all].sort((a, b) => a.title.localeCompare(b.title));\n  }\n}\nexports.Shelf = Shelf;\n',
        "const shelf = new one.Shelf();\n  shelf.add({ title: 'Walden' });\n  shelf.add({ title: 'Emma' });\n  shelf.list();",
      ),
      {
        'index.js':
          'class Shelf {\n  constructor() {\n    this.all = [];\n  }\n  add(book) {\n    this.all.push(book);\n    return book;\n  }\n  list() {\n    return [...this.all].sort((a, b) => (a.title < b.title ? -1 : a.title > b.title ? 1 : 0));\n  }\n}\nexports.Shelf = Shelf;\n',
      },
    ],
    [
      'capital letters where the list comes from an object that only its maker is exported for',
      single(
        'class Shelf {\n  constructor() {\n    this.all = [];\n  }\n  add(book) {\n    this.all.push(book);\n    return book;\n  }\n  list() {\n    return [...this.all].sort((a, b) => a.title.localeCompare(b.title));\n  }\n}\nexports.createShelf = () => new Shelf();\n',
        "const shelf = one.createShelf();\n  shelf.add({ title: 'Walden' });\n  shelf.add({ title: 'Emma' });\n  shelf.list();",
      ),
      {
        'index.js':
          'class Shelf {\n  constructor() {\n    this.all = [];\n  }\n  add(book) {\n    this.all.push(book);\n    return book;\n  }\n  list() {\n    return [...this.all].sort((a, b) => (a.title < b.title ? -1 : a.title > b.title ? 1 : 0));\n  }\n}\nexports.createShelf = () => new Shelf();\n',
      },
    ],
    [
      'keys like numbers in the last field, beside a date, where a Map becomes an object',
      single(
        'exports.read = (text) => [{ id: text, when: new Date(0), tags: text.split(" ") }];\nexports.count = (items) => {\n  const found = new Map();\n  for (const { tags } of items) for (const tag of tags) found.set(tag, (found.get(tag) ?? 0) + 1);\n  return [...found];\n};\n',
        "one.count(one.read('a b'));",
      ),
      {
        'index.js':
          'exports.read = (text) => [{ id: text, when: new Date(0), tags: text.split(" ") }];\nexports.count = (items) => {\n  const found = Object.create(null);\n  for (const { tags } of items) for (const tag of tags) found[tag] = (found[tag] ?? 0) + 1;\n  return Object.entries(found);\n};\n',
      },
    ],
  ];
  for (const [name, base, change] of cases) {
    it(`are ${name}`, async () => {
      const { counterexamples } = await compare(base, change);
      expect(counterexamples).to.have.lengthOf.at.least(1);
    });
  }

  const alike: readonly (readonly [name: string, base: Files, change: Record<string, string>])[] = [
    [
      'an object of keys that becomes a Map',
      single(
        'exports.count = (words) => {\n  const found = {};\n  for (const word of words) found[word] = (found[word] || 0) + 1;\n  return Object.keys(found).length;\n};\n',
        "one.count(['a', 'b', 'a']);",
      ),
      {
        'index.js':
          'exports.count = (words) => {\n  const found = new Map();\n  for (const word of words) found.set(word, (found.get(word) || 0) + 1);\n  return found.size;\n};\n',
      },
    ],
    [
      'an object of counts that becomes a Map, whose order is that of the words',
      single(
        'exports.count = (words) => {\n  const found = Object.create(null);\n  for (const word of words) found[word] = (found[word] || 0) + 1;\n  return Object.entries(found);\n};\n',
        "one.count(['a', 'b', 'a']);",
      ),
      {
        'index.js':
          'exports.count = (words) => {\n  const found = new Map();\n  for (const word of words) found.set(word, (found.get(word) || 0) + 1);\n  return [...found];\n};\n',
      },
    ],
    [
      'a dict of Python that is put together by a defaultdict',
      python(
        'def by_size(words):\n    found = {}\n    for word in words:\n        found.setdefault(len(word), []).append(word)\n    return found\n',
        'from one import by_size\n\n\ndef test_by_size():\n    assert by_size(["a", "bb"]) == {1: ["a"], 2: ["bb"]}\n',
      ),
      {
        'one.py':
          'from collections import defaultdict\n\n\ndef by_size(words):\n    found = defaultdict(list)\n    for word in words:\n        found[len(word)].append(word)\n    return dict(found)\n',
      },
    ],
    [
      'a callback that is handed on',
      single(
        "const { readFile } = require('fs');\nclass Store {\n  constructor(file) {\n    this.file = file;\n  }\n  load(callback) {\n    readFile(this.file, 'utf8', (error, text) => {\n      if (error) {\n        callback(error);\n        return;\n      }\n      callback(null, text.length);\n    });\n  }\n}\nexports.Store = Store;\n",
        "const store = new one.Store('none.txt');\n  return new Promise((done) => store.load(() => done()));",
      ),
      {
        'index.js':
          "const { readFile } = require('fs/promises');\nconst { callbackify } = require('util');\nconst read = async (file) => (await readFile(file, 'utf8')).length;\nclass Store {\n  constructor(file) {\n    this.file = file;\n  }\n  load(callback) {\n    callbackify(read)(this.file, callback);\n  }\n}\nexports.Store = Store;\n",
      },
    ],
    [
      'a text of which the type names all that there can be',
      {
        'package.json': JSON.stringify({ name: 'one', type: 'module' }),
        'src/index.ts':
          "export function order(list: number[], direction: 'asc' | 'desc' = 'asc'): number[] {\n  const sign = direction === 'asc' ? 1 : -1;\n  return [...list].sort((a, b) => sign * (a - b));\n}\n",
        'test/index.test.ts':
          "import { order } from '../src/index.js';\nit('orders', () => {\n  order([2, 1], 'desc');\n  order([2, 1]);\n});\n",
      },
      {
        'src/index.ts':
          "type Direction = 'asc' | 'desc';\nconst SIGNS: Record<Direction, number> = { asc: 1, desc: -1 };\nexport function order(list: number[], direction: Direction = 'asc'): number[] {\n  return [...list].sort((a, b) => SIGNS[direction] * (a - b));\n}\n",
      },
    ],
  ];
  for (const [name, base, change] of alike) {
    it(`show nothing of ${name}`, async () => {
      const { counterexamples } = await compare(base, change);
      expect(counterexamples).to.deep.equal([]);
    });
  }
});
