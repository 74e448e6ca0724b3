import { measureSuite, type SuiteOutcome } from '../measure/suite.js';
import type { ReviewSession } from '../session.js';
import { changedExistingTests } from '../trees/head-run.js';
import type { Finding } from './finding.js';

export interface HybridResult {
  readonly findings: readonly Finding[];
  /** undefined where the patch changes no existing test file. */
  readonly outcome: SuiteOutcome | undefined;
}

/**
 * Runs the tests of the base against the code of the head, where the patch edits, renames or deletes test files: what
 * an edited test would have said decides (THREATS D4).
 */
export async function hybridFindings(session: ReviewSession, isDeclared: (file: string, title: string) => boolean): Promise<HybridResult> {
  if (changedExistingTests(session.trees, session.roles).length === 0) return { findings: [], outcome: undefined };
  const outcome = await measureSuite(session, await session.hybrid(), 'tests of the base on the code of the head');
  if (outcome.kind !== 'measured') return { findings: [], outcome };
  const findings = outcome.value.entries
    .filter((entry) => entry.kind === 'regression' || (entry.kind === 'vanished' && entry.base?.status === 'passed'))
    .map((entry): Finding => {
      const id = entry.base?.id ?? { file: '', title: '' };
      const declared = isDeclared(id.file, id.title);
      return {
        kind: 'hidden-failure',
        file: id.file,
        test: id.title,
        message: `as it is on the base, this test ${entry.head ? entry.head.status : 'is not seen'} with the code of the head`,
        weight: declared ? 'declared' : 'bent',
      };
    });
  return { findings, outcome };
}
