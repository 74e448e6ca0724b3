import { fail, notRun, pass, testLabel, type Check, type PairedObservation } from '@typed-evidence-chain/core';

const ID = 'refactor/passes-before';

/** Tests that pass in every run on the base: the witnesses of the behaviour. */
export const witnesses = (pairs: readonly PairedObservation[]): readonly PairedObservation[] =>
  pairs.filter((pair) => pair.base.status === 'passed');

/** Pure. What the evidence names passes on the base; flaky tests and old failures beside them are no witnesses. */
export function passesBefore(pairs: readonly PairedObservation[], problem: string | undefined): Check {
  if (problem !== undefined) return notRun(ID, problem);
  if (pairs.length === 0) return notRun(ID, 'no listed test could be run');
  const good = witnesses(pairs);
  const others = pairs.filter((pair) => pair.base.status !== 'passed');
  const broken = others.filter((pair) => pair.ref.name !== undefined && pair.base.status !== 'unstable');
  const details = { others: others.map((pair) => ({ test: testLabel(pair.id), base: pair.base.runs })) };
  if (broken.length > 0)
    return fail(
      ID,
      `named, and not passing on the base: ${broken.map((pair) => `${testLabel(pair.id)} (${pair.base.status})`).join(', ')}`,
      { details },
    );
  if (good.length === 0) return fail(ID, `none of the ${pairs.length} listed tests passes on the base`, { details });
  return pass(
    ID,
    `${good.length} of ${pairs.length} listed tests pass on the base${
      others.length > 0
        ? `; no witnesses: ${others
            .map((pair) => `${testLabel(pair.id)} (${pair.base.status})`)
            .slice(0, 3)
            .join(', ')}`
        : ''
    }`,
    { details },
  );
}
