import { fail, notRun, pass, testLabel, type Check, type PairedObservation } from '@typed-evidence-chain/core';

const ID = '{{type}}/passes-on-head';

/** Pure. Every named test passes on the patched tree, in all runs. */
export function passesOnHead(pairs: readonly PairedObservation[]): Check {
  if (pairs.length === 0) return notRun(ID, 'the evidence names no test that could be run');
  const red = pairs.filter(({ head }) => head.status !== 'passed');
  const details = { tests: pairs.map(({ id, head }) => ({ test: testLabel(id), runs: head.runs, failure: head.failure })) };
  return red.length === 0
    ? pass(ID, `${pairs.length} of ${pairs.length} tests pass on the head`, { details })
    : fail(ID, red.map(({ id, head }) => `${testLabel(id)} is ${head.status} on the head`).join('; '), { details });
}
