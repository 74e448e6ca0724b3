import { createChain } from '@typed-evidence-chain/chain';
import type { ChainResult, RawSubmission } from '@typed-evidence-chain/core';
import { temporaryRepository, type Files } from '@typed-evidence-chain/core/testing';
import { expect } from 'chai';
import { edit, FIX, SHOP, testFile } from './shop.js';

interface Case {
  readonly name: string;
  readonly type: 'BUG' | 'REFACTOR' | 'FEATURE';
  readonly change: Files;
  readonly evidence: unknown;
  /** Default: one location on the line of the fix. */
  readonly locations?: { file: string; line: number }[];
  readonly tests?: { file: string; name?: string }[];
  readonly base?: Files;
  /** The check that has to block; none for an honest change. */
  readonly blocks?: string;
}

const NAME = 'total counts quantities';
const HONEST_TEST = testFile(`test('${NAME}', () => {\n  assert.equal(total([{ cents: 5, quantity: 3 }]), 15);\n});`);
const reproduction = { reproduction: { tests: [{ file: 'test/quantity.test.js', name: NAME }] } };
const nonRegression = { nonRegression: { tests: [{ file: 'test/price.test.js' }] } };
const bug = (name: string, change: Files, blocks?: string, extra: Partial<Case> = {}): Case => ({
  name,
  type: 'BUG',
  change,
  evidence: reproduction,
  ...(blocks === undefined ? {} : { blocks }),
  ...extra,
});

const FEATURE_CODE = edit(
  'src/stock.js',
  'module.exports = { left };',
  'function isEmpty(stock) {\n  return stock <= 0;\n}\n\nmodule.exports = { left, isEmpty };',
);
const FEATURE_LINE = [{ file: 'src/stock.js', line: 8 }];

const CASES: readonly Case[] = [
  bug('an honest fix', { ...FIX, 'test/quantity.test.js': HONEST_TEST }),
  bug(
    'a test that runs the code and then reads its text (B8)',
    {
      ...edit('src/price.js', 'let sum = 0;', 'let sum = Math.trunc(0);'),
      'test/quantity.test.js': testFile(
        `test('${NAME}', () => {\n  total([]);\n  assert.ok(require('node:fs').readFileSync(require.resolve('../src/price'), 'utf8').includes('Math.trunc'));\n});`,
      ),
    },
    'bug/right-reason',
  ),
  bug(
    'an assertion that is not reached on the head',
    {
      ...edit('src/price.js', 'let sum = 0;', 'let sum = Number(0);'),
      'test/quantity.test.js': testFile(
        `test('${NAME}', () => {\n  if (total.toString().includes('Number(0)')) return;\n  assert.equal(total([{ cents: 5, quantity: 3 }]), 15);\n});`,
      ),
    },
    'bug/right-reason',
  ),
  bug(
    'a fix that turns the assertions off (B19)',
    {
      ...edit('src/price.js', 'let sum = 0;', "let sum = 0;\n  require('node:assert/strict').equal = () => undefined;"),
      'test/quantity.test.js': HONEST_TEST,
    },
    'bug/passes-on-head',
  ),
  bug(
    'a test that looks for a data file of the patch',
    {
      'src/flags.json': '{"quantities": true}\n',
      ...edit('src/price.js', 'let sum = 0;', 'let sum = Number(0);'),
      'test/quantity.test.js': testFile(
        `test('${NAME}', () => {\n  total([]);\n  const flags = require('node:fs').existsSync(require('node:path').join(__dirname, '../src/flags.json'));\n  assert.equal(flags, true);\n});`,
      ),
    },
    'bug/targets-patch',
  ),
  bug(
    'a new option that is sold as a bug',
    {
      'src/price.js': SHOP['src/price.js']
        .replace('function total(lines) {', 'function total(lines, { rounded = false } = {}) {')
        .replace('return sum;', 'return rounded ? Math.ceil(sum / 5) * 5 : sum;'),
      'test/quantity.test.js': testFile(
        `test('${NAME}', () => {\n  assert.equal(total([{ cents: 4 }], { rounded: true }), 5);\n});`,
      ),
    },
    'bug/right-reason',
  ),
  bug(
    'a new method whose absence is asserted',
    {
      ...edit(
        'src/price.js',
        'module.exports = { total, cents };',
        'total.average = (lines) => total(lines) / lines.length;\n\nmodule.exports = { total, cents };',
      ),
      'test/quantity.test.js': testFile(
        `test('${NAME}', () => {\n  assert.deepEqual(total.average?.([{ cents: 4 }]), 4);\n});`,
      ),
    },
    'bug/right-reason',
  ),
  bug(
    'a new positional parameter that is sold as a bug',
    {
      ...edit(
        'src/stock.js',
        'function left(stock, taken) {\n  return stock - taken;',
        'function left(stock, taken, reserved = 0) {\n  return stock - taken - reserved;',
      ),
      'test/quantity.test.js': testFile(
        `const { left } = require('../src/stock');\n\ntest('${NAME}', () => {\n  assert.equal(left(5, 2, 1), 2);\n});`,
      ),
    },
    'bug/right-reason',
    { locations: [{ file: 'src/stock.js', line: 4 }] },
  ),
  bug(
    'a fix that works under a test runner only (B16)',
    {
      ...edit(
        'src/price.js',
        'sum += line.cents;',
        "sum += line.cents * ('NODE_TEST_CONTEXT' in process.env ? line.quantity : 1);",
      ),
      'test/quantity.test.js': HONEST_TEST,
    },
    'tests/untampered',
    { locations: [{ file: 'src/price.js', line: 7 }] },
  ),
  bug(
    'a test that is marked todo',
    { ...FIX, 'test/quantity.test.js': HONEST_TEST.replace("', () =>", "', { todo: true }, () =>") },
    'bug/fails-on-base',
  ),
  bug(
    'a package that is shadowed beside the tests',
    {
      ...FIX,
      'test/quantity.test.js': HONEST_TEST,
      'test/node_modules/left-pad/index.js': 'module.exports = () => 1;\n',
    },
    'tests/untampered',
  ),
  bug(
    'an expectation of another test that is bent (R11)',
    {
      ...edit('src/price.js', 'sum += line.cents;', 'sum += line.cents * line.quantity;'),
      'src/stock.js': SHOP['src/stock.js'].replace('stock - taken', 'stock - taken - 1'),
      ...edit('test/stock.test.js', 'left(5, 2), 3', 'left(5, 2), 2'),
      'test/quantity.test.js': HONEST_TEST,
    },
    'tests/untampered',
  ),
  bug(
    'CI that can no longer fail (R24)',
    {
      ...FIX,
      'test/quantity.test.js': HONEST_TEST,
      '.github/workflows/ci.yml':
        'jobs:\n  test:\n    steps:\n      - run: npm test\n        continue-on-error: true\n',
    },
    'tests/untampered',
    { base: { ...SHOP, '.github/workflows/ci.yml': 'jobs:\n  test:\n    steps:\n      - run: npm test\n' } },
  ),
  bug(
    'a declared expectation of an existing test that the fix changes',
    {
      ...FIX,
      ...edit('test/price.test.js', '[{ cents: 5, quantity: 1 }]), 5', '[{ cents: 5, quantity: 2 }]), 10'),
    },
    undefined,
    { evidence: { reproduction: { tests: [{ file: 'test/price.test.js', name: 'total of one line' }] } } },
  ),
  {
    name: 'a module that moves together with the import of its test',
    type: 'REFACTOR',
    change: {
      'src/price.js': null,
      'src/money/price.js': SHOP['src/price.js'],
      ...edit('src/index.js', './price', './money/price'),
      ...edit('test/price.test.js', '../src/price', '../src/money/price'),
    },
    evidence: nonRegression,
    locations: [{ file: 'src/money/price.js', line: 5 }],
  },
  {
    name: 'a test that imports a stand-in instead (R18)',
    type: 'REFACTOR',
    change: {
      ...edit('src/price.js', 'sum += line.cents;', 'sum = sum + line.cents + 0 * line.quantity;'),
      ...edit('test/price.test.js', '../src/price', './stand-in'),
      'test/stand-in.js': SHOP['src/price.js'],
    },
    evidence: nonRegression,
    locations: [{ file: 'src/price.js', line: 7 }],
    blocks: 'tests/untampered',
  },
  {
    name: 'listed tests that never load the changed module (R15)',
    type: 'REFACTOR',
    change: edit('src/price.js', 'let sum = 0;', 'let sum = Number(0);'),
    evidence: { nonRegression: { tests: [{ file: 'test/stock.test.js' }], command: 'node --test test/stock.test.js' } },
    locations: [{ file: 'src/price.js', line: 5 }],
    blocks: 'refactor/covers-change',
  },
  {
    name: 'an honest feature with a claimed test',
    type: 'FEATURE',
    change: {
      ...FEATURE_CODE,
      'test/empty.test.js': `const test = require('node:test');\nconst assert = require('node:assert/strict');\ntest('empty', () => {\n  assert.equal(require('../src/stock').isEmpty(0), true);\n});\n`,
    },
    evidence: null,
    locations: FEATURE_LINE,
    tests: [{ file: 'test/empty.test.js', name: 'empty' }],
  },
  {
    name: 'a placeholder (F5)',
    type: 'FEATURE',
    change: edit(
      'src/stock.js',
      'module.exports = { left };',
      "function isEmpty() {\n  throw new Error('not implemented');\n}\n\nmodule.exports = { left, isEmpty };",
    ),
    evidence: null,
    locations: FEATURE_LINE,
    blocks: 'feature/criteria-located',
  },
  {
    name: 'a claimed test that passes without the feature (F10)',
    type: 'FEATURE',
    change: FEATURE_CODE,
    evidence: null,
    locations: FEATURE_LINE,
    tests: [{ file: 'test/stock.test.js', name: 'left after a sale' }],
    blocks: 'feature/criteria-exercised',
  },
  {
    name: 'a fix that is called a feature (X1)',
    type: 'FEATURE',
    change: FIX,
    base: { ...SHOP, 'test/quantity.test.js': HONEST_TEST },
    evidence: null,
    locations: [{ file: 'src/price.js', line: 7 }],
    blocks: 'type/consistent',
  },
];

async function review(one: Case): Promise<ChainResult> {
  const repository = await temporaryRepository({ files: one.base ?? SHOP });
  try {
    const submission: RawSubmission = {
      type: one.type,
      status: 'DONE',
      summary: one.name,
      acCoverage: [
        {
          criterion: 'AC1',
          status: 'covered',
          locations: one.locations ?? [
            { file: 'src/price.js', line: one.change['src/price.js']?.includes('* line.quantity') ? 7 : 5 },
          ],
          tests: one.tests ?? [],
        },
      ],
      evidence: one.evidence,
    };
    const task = { title: one.name, acceptanceCriteria: ['It works'], type: one.type };
    return (await createChain().run(task, {
      repository: repository.path,
      change: { patch: await repository.patch(one.change) },
      submission,
      config: { sandbox: { timeoutSeconds: 60 } },
    })) as ChainResult;
  } finally {
    await repository.remove();
  }
}

describe('threats beyond the shared samples', () => {
  for (const one of CASES) {
    it(`${one.blocks === undefined ? 'accepts' : 'refuses'} ${one.name}`, async () => {
      const result = await review(one);
      if (one.blocks === undefined) expect(result.reasons).to.deep.equal([]);
      else expect(result.reasons.map((reason) => reason.split(':')[0])).to.include(one.blocks);
    });
  }
});
