import { observe } from '../measure/observation.js';
import type { PairedObservation } from '../measure/reproduction.js';
import { testLabel } from '../measure/select-tests.js';
import type { TestReport } from '../ports/test-runner.js';

export interface MutantJudgement {
  /** `unknown`: the run cannot be used; it speaks neither for the tests nor against them. */
  readonly outcome: 'killed' | 'survived' | 'timed-out' | 'unknown';
  /** The first test that noticed, or why nothing is known. */
  readonly by?: string;
}

/** Pure. Whether one run on a mutant ended otherwise than the runs without it, in which every witness passed. */
export function judgeMutant(report: TestReport, witnesses: readonly PairedObservation[]): MutantJudgement {
  if (report.outcome === 'timed-out') return { outcome: 'timed-out' };
  if (report.outcome === 'not-started') return { outcome: 'unknown', by: report.reason };
  const refs = new Map(witnesses.map(({ ref }) => [ref, witnesses.filter((pair) => pair.ref === ref)]));
  for (const [ref, pairs] of refs) {
    const ids = pairs.map(({ id }) => id);
    const wanted = new Set(ids.map((id) => testLabel(id)));
    const red = observe([report], ref, ids).find(({ id, status }) => status !== 'passed' && wanted.has(testLabel(id)));
    // A test that is merely absent from a run that cannot be used has noticed nothing.
    if (red && (report.outcome !== 'unmeasured' || red.status !== 'not-collected'))
      return { outcome: 'killed', by: `${testLabel(red.id)} (${red.status})` };
  }
  if (report.outcome === 'ran') return { outcome: 'survived' };
  return report.outcome === 'unmeasured'
    ? { outcome: 'unknown', by: report.reason }
    : { outcome: 'killed', by: `the run ended early: ${report.reason}` };
}
