/** A program that looks for doubles in quadratic time. */
export const program = {
  'package.json': '{ "name": "unique", "type": "module", "scripts": { "test": "node --test" } }\n',
  'src/unique.js': `export function unique(values) {
  const found = [];
  for (const value of values) {
    if (!found.includes(value)) found.push(value);
  }
  return found;
}
`,
  'src/label.js': `export function label(values) {
  return values.join(', ');
}
`,
  'test/unique.test.js': `import test from 'node:test';
import assert from 'node:assert';
import { unique } from '../src/unique.js';

test('keeps the first of each', () => {
  assert.deepEqual(unique([3, 1, 3, 2, 1]), [3, 1, 2]);
});
`,
};

export const fast = 'export function unique(values) {\n  return [...new Set(values)];\n}\n';

export const benchmark = `import { unique } from '../src/unique.js';

const values = Array.from({ length: 25000 }, (_, index) => index);
if (unique(values).length !== values.length) process.exit(1);
`;

export const task = {
  title: 'unique takes quadratic time',
  body: 'With 25,000 values it takes seconds; it should be much faster.',
  labels: ['performance'],
};
