import { fail, notRun, pass, testLabel, type Check, type PairedObservation } from '@typed-evidence-chain/core';

const ID = 'bug/passes-on-head';

/**
 * Pure. Every test that the evidence names passes on the patched tree. `retrying`: labels of those that the patch tells
 * to be repeated until they pass.
 */
export function passesOnHead(
  pairs: readonly PairedObservation[],
  problem: string | undefined,
  retrying: ReadonlySet<string> = new Set(),
): Check {
  if (pairs.length === 0) return notRun(ID, 'the evidence names no test that could be run');
  const red = pairs.filter((pair) => pair.head.status !== 'passed');
  const details = {
    tests: pairs.map((pair) => ({ test: testLabel(pair.id), head: pair.head.runs, failure: pair.head.failure })),
  };
  if (red.length > 0) {
    const first = red
      .slice(0, 3)
      .map(
        (pair) =>
          `${testLabel(pair.id)} is ${pair.head.status} on the head${pair.head.failure ? ` (${pair.head.failure.name}: ${pair.head.failure.message.slice(0, 120)})` : ''}`,
      );
    return fail(ID, [...first, ...(problem ? [problem] : [])].join('; '), { details });
  }
  if (problem !== undefined) return notRun(ID, problem, { details });
  const bent = pairs.filter(
    (pair) =>
      retrying.has(testLabel(pair.id)) ||
      pair.head.marks.some((mark) => mark === 'retried' || mark === 'expected-to-fail'),
  );
  if (bent.length > 0)
    return fail(ID, `a retried or inverted test is no witness: ${bent.map((pair) => testLabel(pair.id)).join(', ')}`, {
      details,
    });
  return pass(
    ID,
    `${pairs.length} of ${pairs.length} reproduction tests ${pairs.length === 1 ? 'passes' : 'pass'} on the head`,
    { details },
  );
}
