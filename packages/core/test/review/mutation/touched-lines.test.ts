import { touchedLines } from '@typed-evidence-chain/core';
import { expect } from 'chai';

const hunk = (newStart: number, newLines: number) => ({
  oldStart: 1,
  oldLines: 1,
  newStart,
  newLines,
  removed: [],
  added: [],
});

describe('touchedLines', () => {
  it('are the lines that the hunks added', () => {
    expect(touchedLines({ hunks: [hunk(3, 2), hunk(9, 1)] })).to.deep.equal([3, 4, 9]);
  });

  it('are none where lines were only removed', () => {
    expect(touchedLines({ hunks: [hunk(3, 0)] })).to.deep.equal([]);
  });

  it('are none of a file that only moved', () => {
    expect(touchedLines({ hunks: [] })).to.deep.equal([]);
  });
});
