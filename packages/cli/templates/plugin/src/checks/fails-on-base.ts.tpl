import { fail, notRun, pass, testLabel, type Check, type PairedObservation } from '@typed-evidence-chain/core';

const ID = '{{type}}/fails-on-base';

/** Pure. An assertion that fails on the base; a test that cannot even load there proves nothing. */
export function failsOnBase(pairs: readonly PairedObservation[]): Check {
  if (pairs.length === 0) return notRun(ID, 'the evidence names no test that could be run');
  const wrong = pairs.filter(({ base }) => base.status !== 'failed' || base.failure?.kind !== 'assertion');
  const details = { tests: pairs.map(({ id, base }) => ({ test: testLabel(id), runs: base.runs, failure: base.failure })) };
  return wrong.length === 0
    ? pass(ID, `${pairs.length} of ${pairs.length} tests fail on the base by an assertion`, { details })
    : fail(ID, wrong.map(({ id, base }) => `${testLabel(id)} is ${base.status} on the base, not failed by an assertion`).join('; '), { details });
}
