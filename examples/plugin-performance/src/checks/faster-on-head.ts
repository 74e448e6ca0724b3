import { fail, pass, type Check } from '@typed-evidence-chain/core';
import { speedup, type Timings } from '../timing.js';

const ID = 'performance/faster-on-head';

/** Below that, what was measured is the machine and not the program. */
const LEAST_WORK_MS = 50;

const round = (value: number): string => value.toFixed(value < 10 ? 2 : 0);

/** Pure. The factor of the medians is as claimed, and no pair of runs is slower at the head. */
export function fasterOnHead(timings: Timings, claimed: number): Check {
  const measured = speedup(timings);
  const details = { ...timings, ...measured, claimed };
  const { baseMs, factor, worst } = measured;
  if (baseMs < LEAST_WORK_MS)
    return fail(ID, `the benchmark does ${round(baseMs)} ms of work on the base: too little to be measured`, {
      details,
    });
  if (factor < claimed) return fail(ID, `${round(factor)} times faster, and ${claimed} times was claimed`, { details });
  if (worst <= 1)
    return fail(ID, `runs disagree: in the worst pair the head is ${round(1 / worst)} times slower`, { details });
  return pass(ID, `${round(factor)} times faster (${round(worst)} in the worst pair); ${claimed} times was claimed`, {
    details,
  });
}
