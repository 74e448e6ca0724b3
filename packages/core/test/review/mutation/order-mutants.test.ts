import { orderMutants, type Mutant } from '@typed-evidence-chain/core';
import { expect } from 'chai';
import fc from 'fast-check';

const mutant = fc
  .record({
    path: fc.constantFrom('src/a.js', 'src/b.js'),
    line: fc.integer({ min: 1, max: 40 }),
    operator: fc.constantFrom('EqualityOperator', 'StringLiteral', 'BlockStatement'),
    from: fc.nat(500),
  })
  .map(({ path, line, operator, from }): Mutant => ({
    path,
    line,
    endLine: line,
    operator,
    original: 'a',
    replacement: 'b',
    edit: { from, to: from + 1, text: '(b)' },
  }));
const mutants = fc.uniqueArray(mutant, { maxLength: 60, selector: (one) => JSON.stringify(one) });
const seed = fc.string();
const lineOf = ({ path, line }: Mutant): string => `${path}:${line}`;

describe('orderMutants', () => {
  it('answers each mutant once, and no other', () => {
    fc.assert(
      fc.property(mutants, seed, (given, word) => {
        const ordered = orderMutants(given, word);
        expect(ordered).to.have.members(given);
      }),
    );
  });

  it('does not depend on the order in which the mutants came', () => {
    fc.assert(
      fc.property(mutants, seed, (given, word) => {
        expect(orderMutants([...given].reverse(), word)).to.deep.equal(orderMutants(given, word));
      }),
    );
  });

  it('gives every line its first turn before any has a second one', () => {
    fc.assert(
      fc.property(mutants, seed, (given, word) => {
        const lines = new Set(given.map(lineOf)).size;
        expect(new Set(orderMutants(given, word).slice(0, lines).map(lineOf)).size).to.equal(lines);
      }),
    );
  });

  it('spreads the first few over all lines', () => {
    const many = fc
      .sample(mutant, { numRuns: 1, seed: 1 })
      .flatMap((one) => Array.from({ length: 64 }, (_, index) => ({ ...one, path: 'src/a.js', line: index + 1 })));
    fc.assert(
      fc.property(seed, (word) => {
        const first = orderMutants(many, word)
          .slice(0, 4)
          .map(({ line }) => line % 16);
        // Four lines a quarter of the whole apart.
        expect(new Set(first).size).to.equal(1);
      }),
    );
  });

  it('draws another order for another seed', () => {
    const given = fc.sample(mutant, { numRuns: 30, seed: 2 });
    const firsts = Array.from({ length: 20 }, (_, index) =>
      lineOf(orderMutants(given, `sha256:${index}`)[0] as Mutant),
    );
    expect(new Set(firsts).size).to.be.greaterThan(3);
  });

  it('asks about words of a message last, of what a line has', () => {
    const [one] = fc.sample(mutant, { numRuns: 1, seed: 3 }) as [Mutant];
    const text = { ...one, operator: 'StringLiteral' };
    const logic = { ...one, operator: 'EqualityOperator' };
    for (const word of ['a', 'b', 'c', 'd']) expect(orderMutants([text, logic], word)).to.deep.equal([logic, text]);
  });
});
