import type { TestCase, TestSurface } from '@typed-evidence-chain/core';
import { expect } from 'chai';
import fc from 'fast-check';
import { compareSurfaces, missingFrom } from '../../../dist/review/tamper/surface.js';

const test = (title: string, assertions: string[], markers: string[] = []): TestCase => ({
  title,
  line: 1,
  endLine: 2,
  markers,
  assertions,
  body: [title, ...assertions].join('\n'),
});
const surface = (...cases: TestCase[]): TestSurface => ({ cases, shared: '', markers: [] });
const FILE = 'test/a.test.js';

function compare(
  base: TestSurface | undefined,
  head: TestSurface | undefined,
  options: { frozen?: boolean; declared?: boolean } = {},
): string[] {
  const files = (one: TestSurface | undefined): Map<string, TestSurface> => new Map(one ? [[FILE, one]] : []);
  const findings = compareSurfaces(files(base), files(head), new Map(), {
    frozen: options.frozen ?? false,
    isDeclared: () => options.declared ?? false,
  });
  return findings.map((finding) => `${finding.kind} ${finding.weight}`);
}

describe('compareSurfaces', () => {
  const one = test('adds', ['equal(add(1, 2), 3)']);
  const cases: {
    what: string;
    base: TestSurface | undefined;
    head: TestSurface | undefined;
    options?: { frozen?: boolean; declared?: boolean };
    are: string[];
  }[] = [
    {
      what: 'finds nothing in a new test',
      base: surface(one),
      head: surface(one, test('subs', ['equal(1, 1)'])),
      are: [],
    },
    { what: 'calls a missing test removed', base: surface(one), head: surface(), are: ['removed bent'] },
    { what: 'calls a deleted file removed', base: surface(one), head: undefined, are: ['removed bent'] },
    {
      what: 'sees a weakened assertion',
      base: surface(one),
      head: surface(test('adds', ['ok(add(1, 2))'])),
      are: ['expectation bent'],
    },
    {
      what: 'accepts a changed expectation that is declared',
      base: surface(one),
      head: surface(test('adds', ['equal(add(1, 2), 4)'])),
      options: { declared: true },
      are: ['expectation declared'],
    },
    {
      what: 'accepts none in a refactor, declared or not',
      base: surface(one),
      head: surface(test('adds', ['equal(add(1, 2), 4)'])),
      options: { declared: true, frozen: true },
      are: ['expectation bent'],
    },
    {
      what: 'sees a skip',
      base: surface(one),
      head: surface(test('adds', one.assertions as string[], ['skip'])),
      are: ['marker bent', 'body harmless'].slice(0, 1),
    },
    {
      what: 'sees a focused new test',
      base: surface(one),
      head: surface(one, test('x', ['ok(1)'], ['only'])),
      are: ['focus bent'],
    },
    {
      what: 'follows a renamed test by its assertions',
      base: surface(one),
      head: surface(test('sums', one.assertions as string[])),
      are: ['body harmless'],
    },
    {
      what: 'shows further expectations',
      base: surface(one),
      head: surface(test('adds', [...one.assertions, 'ok(1)'])),
      are: ['body harmless'],
    },
  ];
  for (const { what, base, head, options, are } of cases) {
    it(what, () => expect(compare(base, head, options)).to.deep.equal(are));
  }
});

describe('missingFrom', () => {
  it('is empty exactly where every item is there as often', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 'c')), fc.array(fc.constantFrom('a', 'b', 'c')), (left, right) => {
        const count = (list: string[], item: string): number => list.filter((other) => other === item).length;
        const lacking = ['a', 'b', 'c'].reduce(
          (sum, item) => sum + Math.max(0, count(left, item) - count(right, item)),
          0,
        );
        expect(missingFrom(left, right)).to.have.length(lacking);
      }),
    );
  });
});

describe('a test that is replaced', () => {
  const old = test('gives null', ['equal(parse(text), null)']);
  const fresh = test('gives undefined', ['equal(parse(text), undefined)']);

  it('is an expectation that changes where the new one is declared', () => {
    expect(compare(surface(old), surface(fresh), { declared: true })).to.deep.equal(['expectation declared']);
  });

  it('is gone where the new one is not declared', () => {
    expect(compare(surface(old), surface(fresh))).to.deep.equal(['removed bent']);
  });

  it('is gone where the declared one is another test', () => {
    const other = test('prints a table', ['match(table(rows), /header/)', 'equal(rows.length, 3)']);
    expect(compare(surface(old), surface(other), { declared: true })).to.deep.equal(['removed bent']);
  });
});
