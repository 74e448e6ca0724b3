import { expect } from 'chai';
import type { ClassInterface } from '@typed-evidence-chain/core';
import { narrowedClass } from '../../dist/surface/narrowed-class.js';

const of = (members: ClassInterface['members'], parents: readonly string[] = [], open = false): ClassInterface => ({
  parents,
  members,
  open,
});
const told = (
  before: Record<string, ClassInterface>,
  after: Record<string, ClassInterface>,
  isPublic: (name: string) => boolean = () => false,
): readonly string[] => narrowedClass('A', new Map(Object.entries(before)), new Map(Object.entries(after)), isPublic);

describe('narrowedClass', () => {
  const gone: Record<string, [before: ClassInterface, after: ClassInterface, text: string]> = {
    'a member that is gone': [of({ b: 'method' }), of({}), 'A.b is gone (it was a method)'],
    'a getter that is a method now': [of({ b: 'getter' }), of({ b: 'method' }), 'A.b was a getter and is a method now'],
    'a value that can no longer be set': [
      of({ b: 'accessor' }),
      of({ b: 'getter' }),
      'A.b was a getter with a setter and is a getter now',
    ],
    'another kind of error': [
      of({}, ['Error']),
      of({}, ['RangeError']),
      'A extends RangeError now, so that whoever catches or tests for that takes it',
    ],
    'a parent that is gone': [of({}, ['Emitter']), of({}), 'A no longer extends Emitter'],
  };
  for (const [what, [before, after, text]] of Object.entries(gone)) {
    it(`tells of ${what}`, () => expect(told({ A: before }, { A: after })).to.include(text));
  }

  const same: Record<string, [before: Record<string, ClassInterface>, after: Record<string, ClassInterface>]> = {
    'a member that moves to a new parent': [{ A: of({ b: 'method' }) }, { A: of({}, ['B']), B: of({ b: 'method' }) }],
    'a new parent between a class and its old one': [
      { A: of({}, ['Error']) },
      { A: of({}, ['B']), B: of({}, ['Error']) },
    ],
    'a field that becomes a getter': [{ A: of({ b: 'field' }) }, { A: of({ b: 'getter' }) }],
    'a class whose members come at run time': [{ A: of({ b: 'method' }) }, { A: of({}, [], true) }],
    'a value that nobody can know': [{ A: of({ b: 'method' }) }, { A: of({ b: 'unknown' }) }],
  };
  for (const [what, [before, after]] of Object.entries(same)) {
    it(`says nothing of ${what}`, () => expect(told(before, after)).to.deep.equal([]));
  }

  it('tells of a parent that others can name', () =>
    expect(told({ A: of({}, ['B']), B: of({}) }, { A: of({}), B: of({}) }, (name) => name === 'B')).to.deep.equal([
      'A no longer extends B',
    ]));
});
