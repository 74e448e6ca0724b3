import { expect } from 'chai';
import { isCopiedHunk, type PlacedHunk } from '../../../dist/review/target/copied-hunk.js';

const lines = (count: number, from = 1): string[] =>
  Array.from({ length: count }, (_, index) => `line ${from + index};`);

/** A file whose `at`-th line becomes `added`. */
function edited(base: readonly string[], at: number, added: string): PlacedHunk {
  const head = [...base];
  const [removed = ''] = head.splice(at - 1, 1, added);
  const hunk = { oldStart: at, oldLines: 1, newStart: at, newLines: 1, removed: [removed], added: [added] };
  return { hunk, base: base.join('\n'), head: head.join('\n') };
}

describe('isCopiedHunk', () => {
  const original = edited(lines(40), 20, 'return fixed;');

  it('knows the same edit in a copy of the file, moved and indented', () => {
    const copy = ['// built', ...lines(40).map((line) => `  ${line}`), '// end'];
    expect(isCopiedHunk(edited(copy, 21, '  return fixed;'), original)).to.equal(true);
  });
  it('knows it in a bundle that holds the file', () =>
    expect(isCopiedHunk(edited([...lines(60, 100), ...lines(40)], 80, 'return fixed;'), original)).to.equal(true));
  it('knows it where what makes the copy changed a line beside it', () => {
    const copy = lines(40);
    copy[18] = ';';
    expect(isCopiedHunk(edited(copy, 20, 'return fixed;'), original)).to.equal(true);
    copy[17] = copy[20] = ';';
    expect(isCopiedHunk(edited(copy, 20, 'return fixed;'), original)).to.equal(false);
  });
  it('does not take other lines for a copy', () =>
    expect(isCopiedHunk(edited(lines(40), 20, 'return other;'), original)).to.equal(false));
  it('does not take the same line at another place for a copy', () => {
    const elsewhere = lines(40);
    elsewhere[29] = 'line 20;';
    expect(isCopiedHunk(edited(elsewhere, 30, 'return fixed;'), original)).to.equal(false);
  });
  it('does not take the same lines in another file for a copy', () => {
    const other = [...lines(40, 200), ...lines(7, 17), ...lines(40, 300)];
    expect(isCopiedHunk(edited(other, 44, 'return fixed;'), original)).to.equal(false);
  });
});
