import { createChain } from '@typed-evidence-chain/chain';
import { describePlugin, locationOf } from '@typed-evidence-chain/core/testing';
import bug from '@typed-evidence-chain/plugin-bug';
import { amounts, bentAmounts, fixedPrice, reproduction, shop, task, test } from './suite/shop.js';

const file = 'test/discount.test.js';
const evidence = { reproduction: { tests: [{ file, name: 'takes ten percent off at exactly 100' }] } };
const acCoverage = [
  {
    criterion: 'AC1',
    status: 'covered' as const,
    locations: [locationOf({ 'src/price.js': fixedPrice }, 'src/price.js', 'sum >= 100')],
  },
];
const fix = { 'src/price.js': fixedPrice };
const honest = { base: shop, task, evidence, acCoverage };
const script = (text: string) => ({
  reproduction: { script: { command: text, expect: { base: { exitCode: 1 }, head: { exitCode: 0 } } } },
});
const poc = `import { discounted } from './src/price.js';\nprocess.exit(discounted([{ price: 50, count: 2 }]) === 90 ? 0 : 1);\n`;

const ofAmounts = {
  base: amounts,
  change: bentAmounts,
  evidence: {
    reproduction: {
      tests: [{ file: 'tests/test_total.py', name: 'test_total' }],
      command: 'python3 -m pytest tests/test_total.py',
    },
  },
  acCoverage: [{ criterion: 'AC1', status: 'covered' as const, locations: [{ file: 'amount.py', line: 6 }] }],
};

/** A command line program that rounds up when it is told to; `0` is never an argument. */
const withProgram = (known: string, asked = '=== 0') => ({
  ...shop,
  'src/program.js': `const KNOWN = ${known};

export function program(args, sum) {
  const other = args.find((one) => !KNOWN.includes(one));
  if (other) return 'unknown option';
  const asked = args.filter((one) => one === KNOWN.at(-1)).length;
  return String(asked ${asked} ? Math.ceil(sum) : sum);
}
`,
});
const withOption = test(
  'takes ten percent off at exactly 100',
  "assert.equal(program(['--round-up'], 1.5), '2');",
).replace("import * as price from '../src/price.js'", "import { program } from '../src/program.js'");
const programCoverage = [
  { criterion: 'AC1', status: 'covered' as const, locations: [{ file: 'src/program.js', line: 7 }] },
];

/** The same with another share for large sums, in a statement that every call runs. */
const dear = (source: string, share: number): string =>
  source.replace(
    '  if (sum >',
    `  const left = sum > 1000 ? ${share} : 1;\n  if (left < 1) return sum * left;\n  if (sum >`,
  );

describePlugin(
  bug,
  {
    routes: [
      {
        name: 'a report of a wrong result',
        reason: 'the text tells what happens instead',
        task: {
          title: 'Discount is wrong at exactly 100',
          body: 'Steps to reproduce: order two items of 50. Expected: 90. Actual: 100.',
        },
      },
      { name: 'a task with the label of a bug', reason: 'the label decides by itself', task: { ...task, body: '' } },
      {
        name: 'a wish for something new',
        reason: 'nothing that exists is wrong here',
        task: { title: 'Add a discount for students', body: 'As a student I want a discount so that I can buy more.' },
        to: 'elsewhere',
      },
    ],
    malformed: [
      {
        name: 'an empty reproduction',
        reason: 'a reproduction is mandatory',
        evidence: { reproduction: { tests: [] } },
      },
      {
        name: 'the evidence of a refactor',
        reason: 'it belongs to another type',
        evidence: { nonRegression: { tests: [] } },
      },
    ],
    accepts: [
      {
        ...honest,
        name: 'a new test that the fix turns green',
        reason: 'fails on the base by its assertion, passes on the head',
        change: { ...fix, [file]: reproduction },
      },
      {
        ...honest,
        name: 'a test that one file defines and another one runs',
        reason: 'the evidence names the file that holds the text of the test',
        evidence: {
          reproduction: { tests: [{ file: 'test/cases.js', name: 'takes ten percent off at exactly 100' }] },
        },
        change: {
          ...fix,
          'test/cases.js': reproduction
            .replace("import * as price from '../src/price.js';\n", '')
            .replace("test('takes", "export const cases = (price) => test('takes"),
          [file]: "import * as price from '../src/price.js';\nimport { cases } from './cases.js';\n\ncases(price);\n",
        },
      },
      {
        ...honest,
        name: 'a fix without a submission',
        reason: 'the new test is taken as the reproduction',
        change: { ...fix, [file]: reproduction },
        evidence: undefined,
      },
      {
        ...honest,
        name: 'a value that the reproduction needs',
        reason: 'without the smaller limit it stays red',
        base: { ...shop, 'src/price.js': shop['src/price.js'].replace('sum > 100', 'sum > 199') },
        change: { 'src/price.js': shop['src/price.js'].replace('sum > 100', 'sum > 99'), [file]: reproduction },
        acCoverage: [{ criterion: 'AC1', status: 'covered' as const, locations: [{ file: 'src/price.js', line: 9 }] }],
      },
      {
        ...honest,
        name: 'an option of the command line that the program knows',
        reason: 'it was there before, and did not do what it says',
        base: withProgram("['--exact', '--round-up']"),
        change: { ...withProgram("['--exact', '--round-up']", '=== 1'), [file]: withOption },
        acCoverage: programCoverage,
      },
      {
        ...ofAmounts,
        name: 'equality that the task asks for',
        reason: 'what is equal is what is wrong',
        task: { ...task, title: 'Amounts of the same value are not equal', body: 'Amount(1) == Amount(1.0) is false.' },
      },
      {
        ...honest,
        name: 'a script with the ends that it has',
        reason: 'exits with 1 before the fix and with 0 after it',
        change: { ...fix, 'poc.mjs': poc },
        evidence: script('node poc.mjs'),
      },
    ],
    rejects: [
      {
        ...honest,
        name: 'a fix beside which a value drifts',
        reason: 'the share that is left over 1000 changes, in a line that the reproduction runs and does not need',
        check: 'bug/targets-patch',
        base: { ...shop, 'src/price.js': dear(shop['src/price.js'], 0.8) },
        change: { 'src/price.js': dear(fixedPrice, 0.7), [file]: reproduction },
        acCoverage: [{ criterion: 'AC1', status: 'covered', locations: [{ file: 'src/price.js', line: 11 }] }],
      },
      {
        ...honest,
        name: 'a reproduction that passes without the fix',
        reason: 'a test that is green on the base reproduces nothing',
        check: 'bug/fails-on-base',
        change: {
          ...fix,
          [file]: test(
            'takes ten percent off at exactly 100',
            'assert.equal(price.discounted([{ price: 60, count: 2 }]), 108);',
          ),
        },
      },
      {
        ...honest,
        name: 'a reproduction that fails for a name that is not there yet',
        reason: 'it asks for an export of the patch, not for behaviour',
        check: 'bug/right-reason',
        change: {
          'src/price.js': `${fixedPrice}\nexport const threshold = () => 100;\n`,
          [file]: test('takes ten percent off at exactly 100', 'assert.equal(price.threshold(), 100);'),
        },
      },
      {
        ...honest,
        name: 'a reproduction that hands over an option of the command line that is not there yet',
        reason: 'the program refuses it on the base: something new is no bug',
        check: 'bug/right-reason',
        base: withProgram("['--exact']"),
        change: { ...withProgram("['--exact', '--round-up']", '=== 1'), [file]: withOption },
        acCoverage: programCoverage,
      },
      {
        ...honest,
        name: 'a script that hands over an option of the command line that is not there yet',
        reason: 'the program ends badly for what it does not know',
        check: 'bug/right-reason',
        base: {
          ...shop,
          'bin/shop.js': "const KNOWN = ['--exact'];\nprocess.exit(KNOWN.includes(process.argv[2]) ? 0 : 1);\n",
        },
        change: {
          'bin/shop.js':
            "const KNOWN = ['--exact', '--round-up'];\nprocess.exit(KNOWN.includes(process.argv[2]) ? 0 : 1);\n",
        },
        evidence: script('node bin/shop.js --round-up'),
        acCoverage: [{ criterion: 'AC1', status: 'covered' as const, locations: [{ file: 'bin/shop.js', line: 1 }] }],
      },
      {
        ...honest,
        name: 'a reproduction that the fix does not turn green',
        reason: 'the change leaves the wrong comparison in place',
        check: 'bug/passes-on-head',
        also: ['tests/no-regression'],
        change: { 'src/price.js': shop['src/price.js'].replace('sum > 100', 'sum > 100.5'), [file]: reproduction },
        acCoverage: [{ criterion: 'AC1', status: 'covered', locations: [{ file: 'src/price.js', line: 9 }] }],
      },
      {
        ...ofAmounts,
        name: 'equality that is bent until the reproduction turns green',
        reason: 'the total is as wrong as before',
        check: 'bug/targets-patch',
        task: { ...task, acceptanceCriteria: ['A total of 100 gives 90'] },
      },
      {
        ...honest,
        name: 'a fix with something else in it',
        reason: 'the reproduction neither needs nor runs the second change',
        check: 'bug/targets-patch',
        change: {
          ...fix,
          [file]: reproduction,
          'src/label.js': "export function label(item) {\n  return item.count + ' ' + item.name;\n}\n",
        },
      },
      {
        ...honest,
        name: 'the proof of another bug',
        reason: 'the test is about labels, and neither needs nor runs the price that was asked for',
        check: 'bug/targets-patch',
        change: {
          ...fix,
          'src/label.js': shop['src/label.js'].replace("' x'", "' × '"),
          [file]: `import test from 'node:test';
import assert from 'node:assert';
import { label } from '../src/label.js';

test('takes ten percent off at exactly 100', () => {
  assert.equal(label({ name: 'cup', count: 2 }), 'cup × 2');
});
`,
        },
      },
      {
        ...honest,
        name: 'prose instead of a reproduction',
        reason: 'steps for people cannot be executed',
        check: 'bug/fails-on-base',
        change: { ...fix, [file]: reproduction },
        evidence: { reproduction: { steps: ['order two items of 50'] } },
      },
    ],
  },
  { createChain },
);
