import type { Hunk, LineKind } from '@typed-evidence-chain/core';
import { expect } from 'chai';
import { knownToRun, linesInFunctions, vulnerableLines } from '../dist/vulnerable-lines.js';

const kinds: LineKind[] = ['import', 'code', 'declaration', 'code', 'code', 'declaration', 'code'];
const hunk = (oldStart: number): Hunk => ({
  oldStart,
  oldLines: 1,
  newStart: oldStart,
  newLines: 1,
  removed: [''],
  added: [''],
});

describe('vulnerableLines', () => {
  it('are the function around a hunk', () => expect(vulnerableLines([hunk(4)], kinds)).to.deep.equal([3, 4, 5]));
  it('leave out the top of the module, which loading runs', () =>
    expect(vulnerableLines([hunk(1), hunk(7)], kinds)).to.deep.equal([6, 7]));
  it('are the top of the module where the change is nowhere else', () =>
    expect(vulnerableLines([hunk(2)], kinds)).to.deep.equal([1, 2]));
  it('of a sink are all lines from its first function on', () =>
    expect(linesInFunctions(kinds)).to.deep.equal([3, 4, 5, 6, 7]));
});

describe('what an exploit runs on the base', () => {
  it('is not known where it ran into its limit with no line on record', () =>
    expect(knownToRun([], 'timeout')).to.equal(undefined));
  it('is nothing where it failed without a line of the vulnerable code', () =>
    expect(knownToRun([], 'assertion')).to.deep.equal([]));
  it('is what is on record, also where it ran into its limit', () =>
    expect(knownToRun(['a.js:1'], 'timeout')).to.deep.equal(['a.js:1']));
});
