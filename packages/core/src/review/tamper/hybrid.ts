import { titlePattern } from '../measure/title-pattern.js';
import type { TestReport } from '../ports/test-runner.js';
import { isAccountedFor } from '../measure/accounted-for.js';
import { filesOf } from '../measure/select-tests.js';
import { headSuite, measureSuite, type SuiteOutcome } from '../measure/suite.js';
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
export async function hybridFindings(
  session: ReviewSession,
  isDeclared: (file: string, title: string, alsoIn?: readonly string[]) => boolean,
): Promise<HybridResult> {
  const changed = new Set(changedExistingTests(session.trees, session.roles));
  if (changed.size === 0) return { findings: [], outcome: undefined };
  const suite = await headSuite(session);
  // Where the repository's command runs none of its tests, the changed ones are run by it nevertheless.
  const outcome =
    suite.kind === 'no-tests'
      ? await measureSuite(session, await session.hybrid(), 'changed tests of the base on the head', [...changed])
      : suite;
  if (outcome.kind !== 'measured') return { findings: [], outcome: suite };
  const red = outcome.value.entries.filter(
    (entry) => entry.kind === 'regression' && entry.base && filesOf(entry.base.id).some((file) => changed.has(file)),
  );
  const findings = red.map((entry): Finding => {
    const id = entry.base?.id ?? { file: '', title: '' };
    const declared = isAccountedFor(entry, red, isDeclared);
    return {
      kind: 'hidden-failure',
      file: id.file,
      test: id.title,
      message: `as it is on the base, this test ${entry.head ? entry.head.status : 'is not seen'} with the code of the head`,
      weight: declared ? 'declared' : 'bent',
    };
  });
  return { findings: [...findings, ...(await uncollectedRenames(session, outcome.value.baseReport))], outcome };
}

/**
 * Whether a test whose expectation changes still passes as it is on the base, with the code of the head: then the old
 * expectation holds, and the new one hides nothing. Where the runner's titles cannot be matched, every test of the file
 * has to pass.
 */
export function stillHolds(finding: Finding, outcome: SuiteOutcome | undefined): boolean {
  if (outcome?.kind !== 'measured') return false;
  const inFile = outcome.value.entries.filter(
    (entry) => entry.base?.status === 'passed' && filesOf(entry.base.id).includes(finding.file),
  );
  const named = inFile.filter((entry) => titlePattern(finding.test ?? '').test(entry.base?.id.title ?? ''));
  const subjects = named.length > 0 ? named : inFile;
  return subjects.length > 0 && subjects.every((entry) => entry.kind === 'still-passes');
}

/**
 * A renamed test file has to be found by the repository's own command under its new name too; otherwise its tests are
 * gone without having been deleted (THREATS R4).
 */
async function uncollectedRenames(session: ReviewSession, base: TestReport): Promise<readonly Finding[]> {
  const renamed = session.trees.patch.files.filter(
    (file) => file.status === 'renamed' && file.oldPath !== undefined && session.roles.isTest(file.oldPath),
  );
  const collected = renamed.filter((file) => base.tests.some((test) => filesOf(test.id).includes(file.oldPath ?? '')));
  const command = collected.length > 0 ? await session.testCommand() : undefined;
  if (!command) return [];
  const report = await session.runOnce(await session.headRun(), command, {
    purpose: 'whole suite on the head',
    later: true,
  });
  return collected
    .filter((file) => !report.tests.some((test) => filesOf(test.id).includes(file.path)))
    .map((file): Finding => ({
      kind: 'removed',
      file: file.oldPath ?? file.path,
      message: `renamed to ${file.path}, where the test command does not find it`,
      weight: 'bent',
    }));
}
