import { fail, notRun, pass, testLabel, type Check, type PairedObservation } from '@typed-evidence-chain/core';
import { witnesses } from './passes-before.js';

const ID = 'refactor/passes-after';

/** Pure. Every witness passes on the head too; none vanished. `unstable`: labels of tests whose base runs disagree. */
export function passesAfter(
  pairs: readonly PairedObservation[],
  problem: string | undefined,
  unstable: ReadonlySet<string>,
): Check {
  const good = witnesses(pairs).filter((pair) => !unstable.has(testLabel(pair.id)));
  const red = good.filter((pair) => pair.head.status !== 'passed');
  const details = {
    red: red.map((pair) => ({ test: testLabel(pair.id), head: pair.head.runs, failure: pair.head.failure })),
    unstable: [...unstable],
  };
  if (red.length > 0)
    return fail(
      ID,
      `passes on the base and not on the head: ${red
        .slice(0, 3)
        .map((pair) => `${testLabel(pair.id)} (${pair.head.status})`)
        .join(', ')}`,
      { details },
    );
  if (problem !== undefined) return notRun(ID, problem);
  if (good.length === 0) return notRun(ID, 'there is no stable witness on the base');
  return pass(ID, `${good.length} of ${good.length} witnesses pass on the head`, { details });
}
