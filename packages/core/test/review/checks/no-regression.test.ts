import type { TestReport, TestResult } from '@typed-evidence-chain/core';
import { expect } from 'chai';
import { testsNoRegression } from '../../../dist/review/checks/tests/no-regression.js';

const report = (code: number, extra: Partial<TestReport> = {}): TestReport => ({
  outcome: 'unmeasured',
  reason: 'no test was seen',
  noTests: true,
  runner: 'mocha',
  tests: [],
  process: { kind: 'exited', code },
  coverage: [],
  durationMs: 1,
  output: '',
  ...extra,
});
const ran = (status: TestResult['status']): TestReport => {
  const tests: TestResult[] = [{ id: { file: 'test/new.js', title: 't', occurrence: 0 }, status }];
  return { ...report(status === 'passed' ? 0 : 1, { outcome: 'ran', reason: '', tests }), noTests: false };
};
const crashed: TestReport = { ...report(0, { outcome: 'crashed', reason: 'it went away' }), noTests: false };

const judge = (base: TestReport, head: TestReport, changedTests: readonly TestReport[], hasTests = true): string =>
  testsNoRegression(
    { kind: 'no-tests', command: { text: 'npm test', cwd: '', source: 'package.json' }, base, head },
    { hasTests, isDeclared: () => false, changedTests },
  ).status;

describe('tests/no-regression by exit code', () => {
  const byCode = (base: number, head: number): string => {
    const side = (code: number): TestReport => ({ ...report(code, { outcome: 'ran' }), noTests: false });
    const command = { text: 'pnpm -r test', cwd: '', source: 'package.json' };
    return testsNoRegression(
      { kind: 'measured', value: { command, baseReport: side(base), headReport: side(head), entries: [] } },
      { hasTests: true, isDeclared: () => false, changedTests: [] },
    ).status;
  };
  it('compares both sides', () =>
    expect([byCode(0, 0), byCode(0, 1), byCode(1, 1)]).to.deep.equal(['PASS', 'FAIL', 'PRE_EXISTING']));
});

describe('tests/no-regression where the base runs no test', () => {
  it('does not apply: nothing passed there', () =>
    expect(judge(report(0), report(0), [ran('passed')])).to.equal('N/A'));
  it('fails where a test of the patch fails on the head', () =>
    expect(judge(report(0), report(0), [ran('failed')])).to.equal('FAIL'));
  it('is not run where the head comes to no end', () => {
    expect(judge(report(0), crashed, [ran('passed')])).to.equal('NOT_RUN');
    expect(judge(report(0), report(0), [crashed])).to.equal('NOT_RUN');
  });
  it('believes an error of the runner only where there is no test file', () => {
    expect(judge(report(1), report(1), [ran('passed')])).to.equal('NOT_RUN');
    expect(judge(report(1), report(1), [ran('passed')], false)).to.equal('N/A');
  });
});
