import { decideVerdict, fail, notApplicable, notRun, pass, preExisting, type Check } from '@typed-evidence-chain/core';
import { expect } from 'chai';

describe('decideVerdict', () => {
  const good = pass('patch/applies', 'applies');
  const cases: { when: string; checks: readonly Check[]; verdict: string }[] = [
    { when: 'every blocking check passed', checks: [good], verdict: 'DONE' },
    {
      when: 'others are N/A or PRE_EXISTING',
      checks: [good, notApplicable('repo/lint', 'none'), preExisting('tests/no-regression', 'old')],
      verdict: 'DONE',
    },
    { when: 'no check ran', checks: [], verdict: 'NEEDS_REVIEW' },
    { when: 'nothing blocking passed', checks: [notApplicable('repo/lint', 'none')], verdict: 'NEEDS_REVIEW' },
    { when: 'a blocking check failed', checks: [good, fail('bug/fails-on-base', 'passes')], verdict: 'NEEDS_REVIEW' },
    { when: 'a blocking check was not run', checks: [good, notRun('bug/stable', 'why')], verdict: 'NEEDS_REVIEW' },
    {
      when: 'only an advisory check failed',
      checks: [good, fail('feature/criteria-exercised', 'x', { blocking: false })],
      verdict: 'DONE',
    },
  ];
  for (const { when, checks, verdict } of cases) {
    it(`says ${verdict} when ${when}`, () => expect(decideVerdict(checks).verdict).to.equal(verdict));
  }

  it('gives one reason for each check that blocks', () => {
    const { reasons } = decideVerdict([good, fail('a/b', 'broken'), notRun('c/d', 'left out')]);
    expect(reasons).to.deep.equal(['a/b: FAIL: broken', 'c/d: NOT_RUN: left out']);
  });
});
