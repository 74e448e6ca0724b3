import { fail, notRun, pass, type Check, type TestReport } from '@typed-evidence-chain/core';

const ID = 'performance/benchmark-runs';

const ended = ({ process }: TestReport): string =>
  process.kind === 'exited' ? `exit code ${process.code}` : process.kind;

/** Pure. The benchmark comes to its end on both sides; on the base it may run into the limit (it is that slow). */
export function benchmarkRuns(base: readonly TestReport[], head: readonly TestReport[]): Check {
  if (base.length === 0 || head.length === 0) return notRun(ID, 'the benchmark was not run');
  const ok = ({ process }: TestReport): boolean => process.kind === 'exited' && process.code === 0;
  const bad = [
    ...base
      .filter((report) => !ok(report) && report.process.kind !== 'timed-out')
      .map((report) => `${ended(report)} on the base`),
    ...head.filter((report) => !ok(report)).map((report) => `${ended(report)} on the head`),
  ];
  const details = { base: base.map(ended), head: head.map(ended) };
  return bad.length > 0
    ? fail(ID, `the benchmark ends with ${[...new Set(bad)].join(', ')}`, { details })
    : pass(ID, `it comes to its end in ${head.length} runs on each side`, { details });
}
