/** A shop whose discount is wrong from 100 on: small, real, tested with `node --test`. */
export const shop = {
  'package.json': '{ "name": "shop", "type": "module", "scripts": { "test": "node --test" } }\n',
  'src/price.js': `export function total(items) {
  let sum = 0;
  for (const item of items) sum += item.price * item.count;
  return sum;
}

export function discounted(items) {
  const sum = total(items);
  if (sum > 100) return sum * 0.9;
  return sum;
}
`,
  'src/label.js': `export function label(item) {
  return item.name + ' x' + item.count;
}
`,
  'test/price.test.js': `import test from 'node:test';
import assert from 'node:assert';
import { total } from '../src/price.js';

test('adds prices', () => {
  assert.equal(total([{ price: 2, count: 3 }]), 6);
});
`,
};

export const fixedPrice = shop['src/price.js'].replace('sum > 100', 'sum >= 100');

export const test = (title: string, body: string): string => `import test from 'node:test';
import assert from 'node:assert';
import * as price from '../src/price.js';

test('${title}', () => {
  ${body}
});
`;

export const reproduction = test(
  'takes ten percent off at exactly 100',
  'assert.equal(price.discounted([{ price: 50, count: 2 }]), 90);',
);

export const task = {
  title: 'No discount at exactly 100',
  body: 'Two items of 50 cost 100, and the promised ten percent are not taken off.',
  labels: ['bug'],
  acceptanceCriteria: ['A total of exactly 100 gets the discount'],
};

const amount = `class Amount:
    def __init__(self, value):
        self.value = value

`;

/** The same shop in Python, where values say themselves what they are equal to. */
export const amounts = {
  'tec.config.json': '{ "commands": { "test": "python3 -m pytest" } }\n',
  'amount.py': `${amount}
def total(value):
    return Amount(value)
`,
  'tests/test_amount.py': `from amount import total


def test_amount():
    assert total(2).value == 2
`,
  'pyproject.toml': '[tool.pytest.ini_options]\npythonpath = ["."]\n',
};

export const bentAmounts = {
  'amount.py': `${amount}    def __eq__(self, other):
        return abs(self.value - other.value) < 20

    def __hash__(self):
        return 1


def total(value):
    return Amount(value)
`,
  'tests/test_total.py': `from amount import Amount, total


def test_total():
    assert total(100) == Amount(90)
`,
};
