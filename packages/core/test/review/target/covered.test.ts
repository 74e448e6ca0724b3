import { inExecutedFunction, type LineKind } from '@typed-evidence-chain/core';
import { expect } from 'chai';

const SOURCE = [
  'function a(x) {',
  '  if (x) {',
  '    return 1;',
  '  }',
  '  return 2;',
  '}',
  '',
  'const b = 1;',
  'run(b);',
];
const KINDS: LineKind[] = [
  'declaration',
  'code',
  'code',
  'punctuation',
  'code',
  'punctuation',
  'blank',
  'code',
  'code',
];
const reached = (lines: number[], executed: number[]): boolean =>
  inExecutedFunction(
    lines,
    KINDS,
    { file: 'a.js', lines: Object.fromEntries(executed.map((line) => [line, 1])) },
    SOURCE.join('\n'),
  );

describe('inExecutedFunction', () => {
  it('holds for a branch that is not taken in a function that runs', () =>
    expect(reached([3], [2, 5, 8, 9])).to.equal(true));
  it('does not hold in a function that is never called, whatever runs below it', () =>
    expect(reached([3], [1, 8, 9])).to.equal(false));
  it('does not hold for code after the function', () => expect(reached([9], [2, 5])).to.equal(false));
  it('does not hold for lines that declare', () => expect(reached([1, 2], [2])).to.equal(false));
});
