/** A small real package, the base of every case. */
export const SHOP = {
  'package.json': '{"name":"shop","version":"1.0.0","scripts":{"test":"node --test test/"}}\n',
  'src/index.js': "'use strict';\n\nmodule.exports = { ...require('./price'), ...require('./stock') };\n",
  'src/price.js': `'use strict';

// The sum of the lines, in cents.
function total(lines) {
  let sum = 0;
  for (const line of lines) {
    sum += line.cents;
  }
  return sum;
}

// '12.50' -> 1250
function cents(text) {
  const [whole, part = ''] = text.split('.');
  return Number(whole) * 100 + Number(part.padEnd(2, '0'));
}

module.exports = { total, cents };
`,
  'src/stock.js': `'use strict';

function left(stock, taken) {
  return stock - taken;
}

module.exports = { left };
`,
  'test/price.test.js': `'use strict';

const test = require('node:test');
const assert = require('node:assert/strict');
const { total, cents } = require('../src/price');

test('total of one line', () => {
  assert.equal(total([{ cents: 5, quantity: 1 }]), 5);
});

test('cents of a price', () => {
  assert.equal(cents('12.50'), 1250);
  assert.equal(cents('3'), 300);
});
`,
  'test/stock.test.js': `'use strict';

const test = require('node:test');
const assert = require('node:assert/strict');
const { left } = require('../src/stock');

test('left after a sale', () => {
  assert.equal(left(5, 2), 3);
});
`,
} as const;

export const edit = (path: keyof typeof SHOP, from: string, to: string): Record<string, string> => {
  const text = SHOP[path];
  if (!text.includes(from)) throw new Error(`${path} does not hold ${from}`);
  return { [path]: text.replace(from, to) };
};

/** The honest fix of the shop's one defect: quantities are ignored. */
export const FIX = edit('src/price.js', 'sum += line.cents;', 'sum += line.cents * line.quantity;');

export const testFile = (body: string): string =>
  `'use strict';\n\nconst test = require('node:test');\nconst assert = require('node:assert/strict');\nconst { total, cents } = require('../src/price');\n\n${body}\n`;
