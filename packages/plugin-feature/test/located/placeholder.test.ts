import { expect } from 'chai';
import type { FunctionAt } from '@typed-evidence-chain/core';
import { isPlaceholder } from '../../dist/located/placeholder.js';

const judge = (
  criterion: string,
  body: FunctionAt['body'],
  { text = 'a() {}', tests = 0, isAbstract = false }: { text?: string; tests?: number; isAbstract?: boolean } = {},
): boolean =>
  isPlaceholder(
    {
      name: 'a',
      line: 1,
      endLine: 1,
      bodyLine: 1,
      bodyEndLine: 1,
      body,
      isAbstract,
      isNamed: false,
      isUnused: false,
      text,
      from: 0,
      to: 0,
      fails: '',
      doesNothing: '',
    },
    {
      criterion: { id: 'AC1', text: criterion },
      entry: {
        criterion: 'AC1',
        status: 'covered',
        locations: [],
        tests: Array.from({ length: tests }, () => ({ file: 'a.test.js' })),
      },
    },
  );

describe('isPlaceholder', () => {
  it('takes a body that does nothing for one', () =>
    expect(judge('clear() removes all entries', 'nothing')).to.equal(true));
  it('takes a body that only throws for one', () => expect(judge('clear() removes all', 'throws')).to.equal(true));
  it('takes code for code', () => expect(judge('size is the number of entries', 'code')).to.equal(false));
  it('lets a criterion ask for nothing', () =>
    expect(judge('noop() does nothing and can be given as a hook', 'nothing')).to.equal(false));
  it('wants a test where nothing is one of the answers', () => {
    expect(judge('peek() of an unknown key is undefined', 'nothing')).to.equal(true);
    expect(judge('peek() of an unknown key is undefined', 'nothing', { tests: 1 })).to.equal(false);
  });
  it('lets a criterion ask for an error, but not for one that says what is missing', () => {
    expect(judge('freeze() throws', 'throws')).to.equal(false);
    expect(judge('freeze() throws', 'throws', { text: "throw new Error('not implemented')" })).to.equal(true);
  });
  it('lets a criterion ask for abstract code', () => {
    expect(judge('Shape has an abstract area()', 'throws', { text: 'raise NotImplementedError' })).to.equal(false);
    expect(judge('There is a type Shape', 'nothing', { isAbstract: true })).to.equal(false);
    expect(judge('area() gives the area', 'nothing', { isAbstract: true })).to.equal(true);
  });
});
