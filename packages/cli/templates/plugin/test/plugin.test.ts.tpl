import { createChain } from '@typed-evidence-chain/chain';
import { describePlugin } from '@typed-evidence-chain/core/testing';
import plugin from '{{name}}';

// A small real repository. Replace it by one in which a {{TYPE}} change makes sense.
const base = {
  'package.json': '{ "name": "sample", "type": "module", "scripts": { "test": "node --test" } }\n',
  'src/sum.js': 'export function sum(a, b) {\n  return a - b;\n}\n',
};
const fixed = 'export function sum(a, b) {\n  return a + b;\n}\n';
const file = 'test/sum.test.js';
const test = (claim: string): string =>
  `import test from 'node:test';\nimport assert from 'node:assert';\nimport * as program from '../src/sum.js';\n\ntest('sum', () => {\n  ${claim}\n});\n`;
const evidence = { proof: { tests: [{ file, name: 'sum' }] } };
const honest = { base, evidence, task: { title: '{{title}}' } };

describePlugin(
  plugin,
  {
    routes: [
      { name: 'a task with its label', reason: 'the label decides by itself', task: { title: 'Sum', labels: ['{{label}}'] } },
      { name: 'a wish for something else', reason: 'nothing in it speaks for this type', task: { title: 'Add a search over notes' }, to: 'elsewhere' },
    ],
    malformed: [{ name: 'no tests at all', reason: 'there is nothing to execute', evidence: { proof: { tests: [] } } }],
    accepts: [
      {
        ...honest,
        name: 'a test that the change turns green',
        reason: 'it fails on the base by its assertion and passes on the head',
        change: { 'src/sum.js': fixed, [file]: test('assert.equal(program.sum(1, 2), 3);') },
      },
    ],
    rejects: [
      {
        ...honest,
        name: 'a test that passes on the base',
        reason: 'it shows nothing that the change brings',
        check: '{{type}}/fails-on-base',
        change: { 'src/sum.js': fixed, [file]: test('assert.equal(program.sum(1, 0), 1);') },
      },
      {
        ...honest,
        name: 'a test that fails for a name that is not there',
        reason: 'it is red on the base without an assertion',
        check: '{{type}}/fails-on-base',
        change: { 'src/sum.js': `${fixed}export const zero = () => 0;\n`, [file]: test('assert.equal(program.zero(), 0);') },
      },
      {
        ...honest,
        name: 'a change that does not turn it green',
        reason: 'the code is as wrong as before',
        check: '{{type}}/passes-on-head',
        change: { 'src/sum.js': base['src/sum.js'].replace('a - b', 'b - a'), [file]: test('assert.equal(program.sum(1, 2), 3);') },
      },
    ],
  },
  { createChain },
);
