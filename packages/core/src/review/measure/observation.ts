import type { TestRef } from '../../build/submission.js';
import type { TestFailure, TestId, TestReport, TestStatus } from '../ports/test-runner.js';
import { normalisePath, selectTests, testKey } from './select-tests.js';

/** One test over all runs of one side. */
export interface TestObservation {
  readonly id: TestId;
  /** One for each run; `not-collected` where the run did not report the test. */
  readonly runs: readonly Exclude<TestStatus, 'unstable'>[];
  /** The one status of all runs, or `unstable`. */
  readonly status: TestStatus;
  /** Of the first run that failed. */
  readonly failure: TestFailure | undefined;
  readonly marks: readonly string[];
}

const missingStatus = (report: TestReport): Exclude<TestStatus, 'unstable'> => {
  if (report.outcome === 'timed-out') return 'timed-out';
  if (report.outcome === 'crashed' || report.outcome === 'limit') return 'crashed';
  return 'not-collected';
};

/**
 * What the runs of one side say of the tests that a reference names. `known` are tests of the same reference that the
 * other side reported: they must not be lost here.
 */
export function observe(
  reports: readonly TestReport[],
  ref: TestRef,
  known: readonly TestId[] = [],
): readonly TestObservation[] {
  const selected = reports.map((report) => selectTests(report.tests, ref));
  const ids = new Map<string, TestId>();
  for (const id of [...known, ...selected.flat().map((test) => test.id)]) ids.set(testKey(id), id);
  // A file that could not be loaded, and a run that ended early, say nothing of single tests: the reference stands for them.
  const loaded = [...ids.values()].filter((id) => id.title !== '' || ids.size === 1);
  const subjects = loaded.length > 0 ? loaded : [{ file: normalisePath(ref.file), title: titleOf(ref), occurrence: 0 }];
  return subjects.map((id) => {
    const hits = reports.map((report, index) => {
      const hit = selected[index]?.find((test) => testKey(test.id) === testKey(id));
      if (hit) return hit;
      const file = report.tests.find(
        (test) => test.id.file === id.file && test.id.title === '' && test.status !== 'passed',
      );
      return file ?? missingStatus(report);
    });
    const runs = hits.map((hit) => (typeof hit === 'string' ? hit : hit.status));
    const first = hits.find((hit) => typeof hit !== 'string' && hit.failure !== undefined);
    return {
      id,
      runs,
      status: runs.every((status) => status === runs[0]) ? (runs[0] ?? 'not-collected') : 'unstable',
      failure: typeof first === 'object' ? first.failure : undefined,
      marks: [...new Set(hits.flatMap((hit) => (typeof hit === 'string' ? [] : (hit.marks ?? []))))],
    };
  });
}

const titleOf = (ref: TestRef): string =>
  ref.name === undefined ? '' : typeof ref.name === 'string' ? ref.name : ref.name.join(' ');
