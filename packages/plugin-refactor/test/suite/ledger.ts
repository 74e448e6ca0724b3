/** A ledger with duplicated rounding, and tests that hold its behaviour. */
export const ledger = {
  'package.json': '{ "name": "ledger", "type": "module", "scripts": { "test": "node --test" } }\n',
  'src/index.js': `export function credit(amount) {
  if (amount < 0) return -Math.round(-amount * 100) / 100;
  return Math.round(amount * 100) / 100;
}

export function debit(amount) {
  if (amount < 0) return Math.round(-amount * 100) / 100;
  return -Math.round(amount * 100) / 100;
}
`,
  'test/ledger.test.js': `import test from 'node:test';
import assert from 'node:assert';
import { credit, debit } from '../src/index.js';

test('credit rounds to cents', () => {
  assert.equal(credit(1.239), 1.24);
  assert.equal(credit(-1.239), -1.24);
});

test('debit turns the sign', () => {
  assert.equal(debit(2.5), -2.5);
  assert.equal(debit(-2.5), 2.5);
});
`,
};

export const tidied = `const cents = (amount) => (Math.sign(amount) * Math.round(Math.abs(amount) * 100)) / 100;

export function credit(amount) {
  return cents(amount);
}

export function debit(amount) {
  return cents(-amount);
}
`;

export const task = {
  title: 'Refactor the ledger: extract the duplicated rounding',
  body: 'credit and debit round in the same way, twice. Extract it; behaviour stays as it is.',
};
