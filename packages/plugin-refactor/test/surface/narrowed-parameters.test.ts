import { expect } from 'chai';
import type { CallParameter } from '@typed-evidence-chain/core';
import { narrowedParameters } from '../../dist/surface/narrowed-parameters.js';

/** `a`, `b=`, `/c`, `*d`, `:e` (by keyword only), `**f`. */
const parameter = (text: string): CallParameter => {
  const [, mark = '', name = '', optional = ''] = /^(\/|\*\*|\*|:)?(\w+)(=)?$/.exec(text) ?? [];
  const how = ({ '/': 'position', '*': 'rest', ':': 'keyword', '**': 'keywords' } as const)[mark] ?? 'either';
  return { name, how, optional: optional !== '' || mark.startsWith('*') };
};
const told = (before: string, after: string): readonly string[] => {
  const [old, now] = [before, after].map((text) => text.split(' ').filter(Boolean).map(parameter));
  return narrowedParameters(old ?? [], now ?? []);
};

describe('narrowedParameters', () => {
  const narrower: [before: string, after: string, text: string][] = [
    ['a b=', 'a c=', 'the parameter b is called c now'],
    ['a b=', 'a', 'b= is no longer taken'],
    ['a b= c=', 'a :b= :c=', 'b can no longer be given at place 2'],
    ['a b', 'b a', 'a can no longer be given at place 1'],
    ['a b=', 'a b', 'b can no longer be left out'],
    ['a', 'a :b', 'b has to be given'],
    ['a *b', 'a', 'further arguments (*b) are no longer taken'],
    ['a **b', 'a', 'further keywords (**b) are no longer taken'],
    ['a', '/a', 'a= is no longer taken'],
  ];
  for (const [before, after, text] of narrower) {
    it(`(${before}) to (${after}): ${text}`, () => expect(told(before, after)).to.include(text));
  }

  const wider: [before: string, after: string][] = [
    ['a', 'a b='],
    ['a :b=', 'a b='],
    ['a b=', 'a *c **d'],
    ['/a', '/b'],
    ['_a', 'b'],
    ['a', 'a'],
    ['a b', 'a b='],
  ];
  for (const [before, after] of wider) {
    it(`(${before}) to (${after}) takes all that it took`, () => expect(told(before, after)).to.deep.equal([]));
  }
});
