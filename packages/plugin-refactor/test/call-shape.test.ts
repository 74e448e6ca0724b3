import { expect } from 'chai';
import { callShape, offersMore } from '../dist/call-shape.js';

describe('callShape', () => {
  const cases: Record<string, { parameters: number; options: string[] }> = {
    '()': { parameters: 0, options: [] },
    '(a, b = 1, ...rest)': { parameters: 3, options: [] },
    '(a, { b, c = [1, 2] } = {})': { parameters: 2, options: ['b', 'c'] },
    '([a, b], { c: { d } })': { parameters: 2, options: ['c', 'd'] },
    '(a, /, b, *, c=1)': { parameters: 3, options: [] },
    'f(a: string, b?: number): Map<string, number>': { parameters: 2, options: [] },
  };
  for (const [signature, shape] of Object.entries(cases)) {
    it(`reads ${signature}`, () => {
      const { parameters, options } = callShape(signature);
      expect({ parameters, options: [...options] }).to.deep.equal(shape);
    });
  }
});

describe('offersMore', () => {
  it('sees a further parameter', () => expect(offersMore('(a, b)', "(a, b, c = '')")).to.equal(true));
  it('sees a further option', () => expect(offersMore('(a, { b })', '(a, { b, c })')).to.equal(true));
  it('lets a parameter have another name', () => expect(offersMore('(a)', '(amount)')).to.equal(false));
  it('lets an unused parameter go', () => expect(offersMore('(a, opts = {})', '(a)')).to.equal(false));
});
