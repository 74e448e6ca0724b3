import { expect } from 'chai';
import type { LineKind } from '@typed-evidence-chain/core';
import { coversChange, type CoveredPart } from '../dist/checks/covers-change.js';
import { bodyOfHead } from '../dist/coverage/body-of-head.js';
import { isMoved, type SideText } from '../dist/coverage/moved-lines.js';

const part: CoveredPart = {
  at: 'src/a.js:3-4',
  file: 'src/a.js',
  executed: 1,
  code: 2,
  compared: 1,
  reached: true,
  missed: [],
  movedUnrun: [],
  moved: false,
  unknown: false,
};

const text = (lines: readonly string[], ran: readonly number[]): SideText => ({
  path: 'src/a.js',
  lines,
  kinds: lines.map((line): LineKind => {
    if (line === '') return 'blank';
    if (/^\s*(?:async )?(?:get )?(?:function )?\w+\(.*\) \{$/.test(line) && !/^\s*if\b/.test(line))
      return 'declaration';
    return /^\s*\}$/.test(line) ? 'punctuation' : 'code';
  }),
  ran: (line) => ran.includes(line),
});

const all = (one: SideText) => [{ text: one, lines: new Set(one.lines.keys()) }];

describe('refactor/covers-change', () => {
  it('counts a line that only the comparison ran', () => {
    const { status, summary } = coversChange([part]);
    expect([status, summary]).to.deep.equal([
      'PASS',
      'the listed tests run 1 of 2 changed lines of code in 1 parts, the comparison 1 more',
    ]);
  });

  it('fails on a line that neither ran, and names it', () => {
    const { status, summary } = coversChange([{ ...part, compared: 0, missed: [4] }]);
    expect(status).to.equal('FAIL');
    expect(summary).to.contain('src/a.js:4');
  });

  it('shows a line that moved as it was and did not run before either', () => {
    const { status, summary } = coversChange([{ ...part, compared: 0, movedUnrun: [4] }]);
    expect(status).to.equal('PASS');
    expect(summary).to.contain('not run before either: src/a.js:4');
  });
});

describe('the body behind a changed head', () => {
  it('is its first line of code', () => {
    expect(bodyOfHead(1, text(['  size() {', '', '    return 1;', '  }'], []))).to.equal(3);
  });

  it('is nothing where the function does nothing', () => {
    expect(bodyOfHead(1, text(['  size() {', '  }', '  return 2;'], []))).to.equal(undefined);
  });
});

describe('a line that did not run', () => {
  const before = text(['function f(x) {', '  if (x > 3) {', '    fail();', '    return 1;', '  }', '}'], [2]);

  it('moved when it is the same in the same surroundings', () => {
    const after = text(['function g(x) {', '  if (x > 3) {', '    fail();', '    return 1;', '  }', '}'], [2]);
    expect(isMoved(4, after, all(before))).to.equal(true);
  });

  it('did not move when the decision before it is another one', () => {
    const after = text(['function g(x) {', '  if (x > 4) {', '    fail();', '    return 1;', '  }', '}'], [2]);
    expect(isMoved(4, after, all(before))).to.equal(false);
  });

  it('did not move when the line ran where it came from', () => {
    const ranBefore = text(before.lines, [2, 3, 4]);
    expect(isMoved(4, before, all(ranBefore))).to.equal(false);
  });
});
