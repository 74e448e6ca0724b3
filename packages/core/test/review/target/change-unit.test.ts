import { withoutHunks, type Hunk } from '@typed-evidence-chain/core';
import { expect } from 'chai';
import fc from 'fast-check';

interface Piece {
  readonly keep: readonly string[];
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

const line = fc.string({ minLength: 1, maxLength: 6 }).map((text) => `${text.replace(/\n/g, ' ')}\n`);
const piece = fc.record({
  keep: fc.array(line, { minLength: 1, maxLength: 4 }),
  removed: fc.array(line, { maxLength: 3 }),
  added: fc.array(line, { maxLength: 3 }),
});

/** Base, head and hunks (as `git diff -U0` counts them) from alternating kept and changed pieces. */
function compose(pieces: readonly Piece[]): { base: string; head: string; hunks: Hunk[] } {
  const base: string[] = [];
  const head: string[] = [];
  const hunks: Hunk[] = [];
  for (const { keep, removed, added } of pieces) {
    base.push(...keep);
    head.push(...keep);
    if (removed.length === 0 && added.length === 0) continue;
    hunks.push({
      oldStart: removed.length === 0 ? base.length : base.length + 1,
      oldLines: removed.length,
      newStart: added.length === 0 ? head.length : head.length + 1,
      newLines: added.length,
      removed,
      added,
    });
    base.push(...removed);
    head.push(...added);
  }
  return { base: base.join(''), head: head.join(''), hunks };
}

describe('withoutHunks', () => {
  it('gives the base when every hunk is taken back, and the head when none is', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const { base, head, hunks } = compose(pieces);
        expect(withoutHunks(base, head, hunks, new Set(hunks))).to.equal(base);
        expect(withoutHunks(base, head, hunks, new Set())).to.equal(head);
      }),
    );
  });

  it('takes back one hunk of two and keeps line ends', () => {
    const base = 'a\r\nb\r\nc\r\n';
    const head = 'A\r\nb\r\nC\r\n';
    const hunks: Hunk[] = [
      { oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, removed: ['a'], added: ['A'] },
      { oldStart: 3, oldLines: 1, newStart: 3, newLines: 1, removed: ['c'], added: ['C'] },
    ];
    expect(withoutHunks(base, head, hunks, new Set([hunks[0] as Hunk]))).to.equal('a\r\nb\r\nC\r\n');
  });
});
