import type { Hunk, LineKind } from '@typed-evidence-chain/core';
import { expect } from 'chai';
import { linesInFunctions, vulnerableLines } from '../dist/vulnerable-lines.js';

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
