import { fail, notRun, pass, testLabel, type Check, type PairedObservation } from '@typed-evidence-chain/core';

const ID = 'bug/stable';

/** Pure. All runs of a side agree; fewer runs than planned were made only where the first ones already decided. */
export function stable(pairs: readonly PairedObservation[], repeats: number, planned: number): Check {
  const details = { repeats, planned };
  const wavering = pairs.filter((pair) => pair.base.status === 'unstable' || pair.head.status === 'unstable');
  if (wavering.length > 0) {
    const shown = wavering.map(
      (pair) => `${testLabel(pair.id)} (base: ${pair.base.runs.join(', ')}; head: ${pair.head.runs.join(', ')})`,
    );
    return fail(ID, `runs disagree: ${shown.join('; ')}`, { details });
  }
  if (pairs.length === 0 || repeats === 0) return notRun(ID, 'nothing was run', { details });
  if (repeats < planned)
    return notRun(ID, `run ${repeats} of ${planned} times: the first already decides`, { details });
  return pass(ID, `the same result in ${repeats} runs on each side`, { details });
}
