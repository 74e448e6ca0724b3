import { createChain } from '@typed-evidence-chain/chain';
import { describePlugin } from '@typed-evidence-chain/core/testing';
import refactor from '@typed-evidence-chain/plugin-refactor';
import { ledger, task, tidied } from './suite/ledger.js';
import { modernised, workspace } from './suite/workspace.js';

const file = 'test/ledger.test.js';
const honest = { base: ledger, task, evidence: { nonRegression: { tests: [{ file }] } } };

describePlugin(
  refactor,
  {
    routes: [
      { name: 'a request to tidy up', reason: 'the text says that behaviour stays', task },
      {
        name: 'a task with the label of a refactor',
        reason: 'the label decides by itself',
        task: { title: 'The ledger', labels: ['refactor'] },
      },
      {
        name: 'a report of a wrong result',
        reason: 'behaviour has to change here',
        task: { title: 'credit returns NaN for a string', body: 'Expected: an error. Actual: NaN.' },
        to: 'elsewhere',
      },
    ],
    malformed: [
      {
        name: 'a reproduction',
        reason: 'it belongs to another type',
        evidence: { reproduction: { tests: [{ file }] } },
      },
      {
        name: 'tests without a file',
        reason: 'nobody could find them',
        evidence: { nonRegression: { tests: [{ name: 'credit' }] } },
      },
    ],
    accepts: [
      {
        ...honest,
        name: 'the same behaviour in another shape',
        reason: 'the listed tests pass on both sides and run what changed',
        change: { 'src/index.js': tidied },
      },
      {
        ...honest,
        name: 'a refactor without a submission',
        reason: 'the tests that import the changed file stand for it',
        change: { 'src/index.js': tidied },
        evidence: undefined,
      },
      {
        ...honest,
        name: 'switches that are read in another way',
        reason: 'the program knew them before',
        base: {
          ...ledger,
          'src/index.js': `const DIGITS = process.env.LEDGER_DIGITS ?? 2;\nconst exact = process.argv.includes('--exact');\n${ledger['src/index.js']}`,
        },
        change: {
          'src/index.js': `const { env, argv } = process;\nconst DIGITS = env.LEDGER_DIGITS ?? 2;\nconst exact = argv.some((one) => one === '--exact');\n${tidied}`,
        },
      },
      {
        ...honest,
        name: 'a README in the folder of the tests that changes too',
        reason: 'no test reads it',
        base: { ...ledger, 'test/README.md': '# Tests\n\nRun them all.\n' },
        change: { 'src/index.js': tidied, 'test/README.md': '# Tests\n\nRun them all with node.\n' },
      },
      {
        name: 'tests in two packages of a workspace',
        reason: 'each package has a command of its own, and the whole repository one for both',
        base: workspace,
        task,
        change: modernised,
        evidence: {
          nonRegression: {
            tests: [{ file: 'packages/metres/test/metres.test.js' }, { file: 'packages/litres/test/litres.test.js' }],
          },
        },
      },
    ],
    rejects: [
      {
        ...honest,
        name: 'another result that the listed test sees',
        reason: 'the listed test is red on the head',
        check: 'refactor/passes-after',
        also: ['refactor/behaviour-unchanged', 'tests/no-regression'],
        change: { 'src/index.js': tidied.replace('cents(-amount)', 'cents(amount)') },
      },
      {
        ...honest,
        name: 'another result that no listed test sees',
        reason: 'the behaviour differs for values that the tests leave out',
        check: 'refactor/behaviour-unchanged',
        change: {
          'src/index.js': tidied
            .replace('  return cents(amount);', '  return amount > 1000 ? amount : cents(amount);')
            .replace('* 100)) / 100;', '* 100)) / 100 + 0;'),
        },
      },
      {
        ...honest,
        name: 'tests that are not there',
        reason: 'the listed file does not exist on the base',
        check: 'refactor/tests-exist',
        also: ['refactor/passes-before'],
        change: { 'src/index.js': tidied },
        evidence: { nonRegression: { tests: [{ file: 'test/other.test.js' }] } },
      },
      {
        ...honest,
        name: 'an existing test that is edited on the way',
        reason: 'in a refactor no expectation may change',
        check: 'tests/untampered',
        change: {
          'src/index.js': tidied,
          [file]: ledger[file].replace('assert.equal(debit(2.5), -2.5);', 'assert.ok(debit(2.5));'),
        },
      },
      {
        ...honest,
        name: 'a README that a test reads, and that changes',
        reason: 'it is a fixture, whatever it is called',
        check: 'tests/untampered',
        base: {
          ...ledger,
          'test/README.md': '# Tests\n',
          'test/readme.test.js': `import test from 'node:test';
import assert from 'node:assert';
import { readFileSync } from 'node:fs';
import { credit } from '../src/index.js';

test('the README says what a credit is', () => {
  const text = readFileSync(new URL('README.md', import.meta.url), 'utf8');
  assert.ok(credit(text.length) > 0);
});
`,
        },
        change: { 'src/index.js': tidied, 'test/README.md': '# Ledger\n' },
      },
      {
        ...honest,
        name: 'a page among the tests that changes',
        reason: 'a page may be what a test reads',
        check: 'tests/untampered',
        base: { ...ledger, 'test/pages/first.md': '# First\n' },
        change: { 'src/index.js': tidied, 'test/pages/first.md': '# Second\n' },
      },
      {
        ...honest,
        name: 'an option of the command line',
        reason: 'nobody could give it before',
        check: 'type/consistent',
        change: {
          'src/index.js': tidied.replace('const cents =', "const cents = process.argv.includes('--exact') ? Number :"),
        },
      },
      {
        ...honest,
        name: 'a switch in the environment',
        reason: 'what only a variable turns on is an option, and no test turns it on',
        check: 'type/consistent',
        change: {
          'src/index.js': tidied.replace(
            'const cents =',
            'const cents = process.env.LEDGER_EXACT ? (amount) => amount :',
          ),
        },
      },
      {
        ...honest,
        name: 'a new export',
        reason: 'what others can call has grown, which is no refactor',
        check: 'type/consistent',
        change: { 'src/index.js': tidied.replace('const cents', 'export const cents') },
      },
    ],
  },
  { createChain },
);
