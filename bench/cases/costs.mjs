import { availableParallelism } from 'node:os';

/** What a run in the sandbox is for, by the purpose in `timings.runs`. */
function kindOf({ purpose, reused }, seen) {
  if (reused) return 'reused';
  if (/^(evidence|exploit|script) on the /.test(purpose)) {
    if (seen.has(purpose)) return 'repeats';
    seen.add(purpose);
    return 'plain';
  }
  if (/^(suite|whole suite|changed tests|lint|typecheck|coverage on|coverage of the criteria)/.test(purpose))
    return 'plain';
  return /^(ablation|coverage of the change)/.test(purpose) ? 'ablation' : 'falsification';
}

/**
 * Seconds in the sandbox by kind, each as a ratio to the bare commands, and the wall time as a whole and without what
 * repeats, ablation and falsification take (their seconds, shared among the runs that go on at the same time).
 */
export function costsOf(result, wallSeconds, bareSeconds) {
  const seconds = { plain: 0, repeats: 0, ablation: 0, falsification: 0, reused: 0 };
  const seen = new Set();
  for (const run of result.timings?.runs ?? []) seconds[kindOf(run, seen)] += run.durationMs / 1000;
  const extra = seconds.repeats + seconds.ablation + seconds.falsification;
  const ratio = (value) => value / bareSeconds;
  return {
    wall: ratio(wallSeconds),
    wallWithoutExtras: ratio(wallSeconds - extra / Math.min(2, availableParallelism())),
    plain: ratio(seconds.plain),
    repeats: ratio(seconds.repeats),
    ablation: ratio(seconds.ablation),
    falsification: ratio(seconds.falsification),
  };
}
