import { compareSuites, type TestResult, type TestStatus } from '@typed-evidence-chain/core';
import { expect } from 'chai';

const result = (
  title: string,
  status: Exclude<TestStatus, 'unstable'>,
  message = 'm',
  file = 'test/a.test.js',
): TestResult => ({
  id: { file, title, occurrence: 0 },
  status,
  ...(status === 'failed'
    ? { failure: { kind: 'assertion' as const, name: 'AssertionError', message, stack: [] } }
    : {}),
});

describe('compareSuites', () => {
  const cases: { base: TestResult[]; head: TestResult[]; kind: string }[] = [
    { base: [result('t', 'passed')], head: [result('t', 'passed')], kind: 'still-passes' },
    { base: [result('t', 'passed')], head: [result('t', 'failed')], kind: 'regression' },
    { base: [result('t', 'passed')], head: [result('t', 'skipped')], kind: 'regression' },
    { base: [result('t', 'passed')], head: [], kind: 'vanished' },
    { base: [result('t', 'failed')], head: [result('t', 'failed')], kind: 'pre-existing' },
    { base: [result('t', 'failed')], head: [result('t', 'passed')], kind: 'repaired' },
    { base: [], head: [result('t', 'passed')], kind: 'added-passes' },
    { base: [], head: [result('t', 'failed')], kind: 'added-fails' },
  ];
  for (const { base, head, kind } of cases) {
    it(`calls ${base[0]?.status ?? 'absent'} -> ${head[0]?.status ?? 'absent'} ${kind}`, () => {
      expect(compareSuites(base, head).map((entry) => entry.kind)).to.deep.equal([kind]);
    });
  }

  it('counts the tests of a file that no longer loads as regressions', () => {
    const entries = compareSuites([result('t', 'passed')], [result('', 'errored')]);
    expect(entries.find((entry) => entry.label.endsWith('t'))?.kind).to.equal('regression');
  });

  it('says whether an old failure fails for the same reason, numbers aside', () => {
    const same = compareSuites([result('t', 'failed', 'took 12 ms')], [result('t', 'failed', 'took 15 ms')]);
    const other = compareSuites([result('t', 'failed', 'a is b')], [result('t', 'failed', 'c is d')]);
    expect([same[0]?.sameReason, other[0]?.sameReason]).to.deep.equal([true, false]);
  });
});
