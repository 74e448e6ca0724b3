import { RunAbortedError } from '../errors/chain-error.js';
import type { LoadedPlugin } from '../plugin/plugin-host.js';
import { filesOf, selectTests } from './measure/select-tests.js';
import { changedTestsReports, headSuite } from './measure/suite.js';
import { answers } from './answers.js';
import { settledBy } from './settled-by.js';
import { acComplete } from './checks/ac/complete.js';
import { acLocations, judgeCriteria } from './checks/ac/locations.js';
import { patchInScope } from './checks/patch/in-scope.js';
import { repoQuality } from './checks/repo/quality.js';
import { testsNoRegression } from './checks/tests/no-regression.js';
import { testsUntampered } from './checks/tests/untampered.js';
import { typeConsistent } from './checks/type/consistent.js';
import { notRun, type Check } from './check.js';
import type { ReviewSession } from './session.js';
import type { Finding } from './tamper/finding.js';
import { hybridFindings, stillHolds } from './tamper/hybrid.js';
import { ruleFindings } from './tamper/rules.js';
import { runnerDetection } from './tamper/runner-detection.js';
import { surfaceFindings } from './tamper/surfaces-of-change.js';
import type { TestRef } from '../build/submission.js';

/** Checks that every type has after the trees are open, in the order of a report. */
export const COMMON_CHECKS = [
  'patch/applies',
  'patch/safe-paths',
  'patch/in-scope',
  'ac/complete',
  'ac/locations',
  'tests/untampered',
  'tests/no-regression',
  'repo/lint',
  'repo/typecheck',
  'type/consistent',
] as const;

export interface ReviewObserver {
  readonly started: (id: string) => void;
  readonly finished: (check: Check) => void;
}

interface Step {
  readonly ids: readonly string[];
  readonly run: () => Promise<readonly Check[]>;
  /** Nothing of this step blocks, whatever comes of it. */
  readonly isAdvisory?: boolean;
}

/**
 * Re-executes the evidence of a submission on both trees and reports checks, never a verdict. A step that breaks is
 * NOT_RUN with its reason: nothing that was not executed counts as proven.
 */
export class EvidenceReviewer {
  constructor(private readonly observer: ReviewObserver) {}

  async review(plugin: LoadedPlugin, evidence: unknown, session: ReviewSession): Promise<readonly Check[]> {
    const done: Check[] = [];
    const { failFast } = session.config.review;
    for (const group of this.groups(plugin, evidence, session, done)) {
      const decided =
        failFast && done.some((check) => check.blocking && (check.status === 'FAIL' || check.status === 'NOT_RUN'));
      const outcomes = await Promise.all(
        group.map((step) => (decided ? Promise.resolve(this.skip(step)) : this.perform(step, session))),
      );
      // What was cut off says nothing about the change, also where a check made something of it.
      if (session.cancelled()) throw new RunAbortedError(session.signal.reason);
      done.push(...outcomes.flat());
    }
    return done;
  }

  /** `done` grows while the groups are worked through. */
  private groups(
    plugin: LoadedPlugin,
    evidence: unknown,
    session: ReviewSession,
    done: readonly Check[],
  ): readonly (readonly Step[])[] {
    const { reviewer } = plugin;
    const { advice } = reviewer;
    const refs = (): readonly TestRef[] => reviewer.declaredTests?.(evidence, session) ?? [];
    const proof: Step = { ids: reviewer.checks, run: () => reviewer.review(evidence, session) };
    const repository = [
      one('tests/untampered', () => untampered(session, refs(), reviewer.testsAreFrozen === true)),
      one('tests/no-regression', () => noRegression(session, refs(), reviewer.testsAreFrozen === true)),
      one('repo/lint', () => repoQuality(session, 'lint')),
      one('repo/typecheck', () => repoQuality(session, 'typecheck')),
    ];
    // The repository's own tests use what the evidence leaves idle; not where its proof is a matter of time.
    const together = !session.config.review.failFast && reviewer.runsAlone !== true;
    return [
      [
        one('patch/in-scope', async () => patchInScope(session.task.scope, session.trees.patch)),
        one('ac/complete', async () => acComplete(session.task.acceptanceCriteria, session.submission.acCoverage)),
        one('ac/locations', () => locations(session)),
      ],
      ...(together ? [[proof, ...repository]] : [[proof], repository]),
      [
        one('type/consistent', async () => {
          const contradictions = (await reviewer.contradictions?.(evidence, session)) ?? [];
          return typeConsistent(plugin.plugin.type, session.submission.type, contradictions);
        }),
      ],
      advice ? [{ ids: advice.checks, run: () => advice.review(evidence, session, [...done]), isAdvisory: true }] : [],
    ];
  }

  private skip(step: Step): readonly Check[] {
    return step.ids
      .map((id) => notRun(id, 'left out: an earlier check already decides (--fail-fast)'))
      .map((check) => this.finish(this.weighed(check, step), 0));
  }

  private async perform(step: Step, session: ReviewSession): Promise<readonly Check[]> {
    const started = performance.now();
    for (const id of step.ids) this.observer.started(id);
    let checks: readonly Check[];
    try {
      checks = answers(step.ids, await settledBy(session.signal, step.run()));
    } catch (error) {
      // A cancelled run is cancelled, whatever it broke at. Anything else leaves its checks NOT_RUN, which blocks.
      if (session.cancelled()) throw error instanceof RunAbortedError ? error : new RunAbortedError(error);
      const reason = session.signal.aborted
        ? 'the time limit of the review (review.maxMinutes) was reached'
        : `it broke: ${(error as Error).message}`;
      checks = step.ids.map((id) => notRun(id, reason));
    }
    const elapsed = Math.round(performance.now() - started);
    const answered = new Map(checks.map((check) => [check.id, check]));
    const missing = step.ids
      .filter((id) => !answered.has(id))
      .map((id) => notRun(id, 'the reviewer of this type gave no answer'));
    return [...checks, ...missing].map((check) =>
      this.finish(this.asConfigured(this.weighed(check, step), session), elapsed),
    );
  }

  private weighed(check: Check, { isAdvisory }: Step): Check {
    return isAdvisory ? { ...check, blocking: false } : check;
  }

  private asConfigured(check: Check, session: ReviewSession): Check {
    return session.config.review.advisory.includes(check.id) ? { ...check, blocking: false } : check;
  }

  private finish(check: Check, durationMs: number): Check {
    const finished = { ...check, durationMs: check.durationMs ?? durationMs };
    this.observer.finished(finished);
    return finished;
  }
}

const one = (id: string, run: () => Promise<Check>): Step => ({ ids: [id], run: async () => [await run()] });

const declared =
  (refs: readonly TestRef[]) =>
  (file: string, title: string, alsoIn: readonly string[] = []): boolean =>
    refs.some((ref) => selectTests([{ id: { file, title, occurrence: 0, alsoIn }, status: 'passed' }], ref).length > 0);

async function locations(session: ReviewSession): Promise<Check> {
  const context = {
    head: session.trees.head,
    patch: session.trees.patch,
    roles: session.roles,
    analysis: session.ports.analysis,
  };
  return acLocations(await judgeCriteria(session.task.acceptanceCriteria, session.submission.acCoverage, context));
}

async function untampered(session: ReviewSession, refs: readonly TestRef[], frozen: boolean): Promise<Check> {
  const isDeclared = await declaredOnBase(session, refs, frozen);
  const [rules, detection, surfaces] = await Promise.all([
    ruleFindings(session),
    runnerDetection(session),
    readSurfaces(session, refs, frozen),
  ]);
  const already = [...rules, ...detection, ...surfaces];
  // Where nothing of a test may change, reading decides; elsewhere what the old test says of the new code does.
  const open = (finding: Finding): boolean => !frozen && (finding.kind === 'expectation' || finding.kind === 'removed');
  if (already.some((finding) => finding.weight === 'bent' && !open(finding))) return testsUntampered(already);
  const blocked = await dependenciesMissing(session);
  if (blocked !== undefined) return notRun('tests/untampered', blocked);
  const hybrid = await hybridFindings(session, isDeclared);
  if (hybrid.outcome?.kind === 'not-run')
    return notRun(
      'tests/untampered',
      `the tests of the base could not be run on the code of the head: ${hybrid.outcome.reason}`,
    );
  const settled = already.map((finding) =>
    open(finding) && finding.weight === 'bent' && stillHolds(finding, hybrid.outcome)
      ? { ...finding, weight: 'harmless' as const }
      : finding,
  );
  return testsUntampered([...settled, ...hybrid.findings]);
}

/** Tests of the base whose change the evidence declares: by name, or since a declared test took their place. */
async function declaredOnBase(
  session: ReviewSession,
  refs: readonly TestRef[],
  frozen: boolean,
): Promise<(file: string, title: string, alsoIn?: readonly string[]) => boolean> {
  const byName = declared(refs);
  const replaced = new Set(
    (await readSurfaces(session, refs, frozen))
      .filter((finding) => finding.kind === 'expectation' && finding.weight === 'declared')
      .map((finding) => `${finding.file}\u0000${finding.test ?? ''}`),
  );
  return (file, title, alsoIn = []) =>
    byName(file, title, alsoIn) || filesOf({ file, alsoIn }).some((path) => replaced.has(`${path}\u0000${title}`));
}

/** What the changed test files claim on both sides; asked once for a review. */
const readSurfaces = (session: ReviewSession, refs: readonly TestRef[], frozen: boolean): Promise<readonly Finding[]> =>
  session.once('tamper:surfaces', () => surfaceFindings(session, { frozen, isDeclared: declared(refs) }));

async function noRegression(session: ReviewSession, refs: readonly TestRef[], frozen: boolean): Promise<Check> {
  const blocked = await dependenciesMissing(session);
  if (blocked !== undefined) return notRun('tests/no-regression', blocked);
  const files = await session.trees.base.list();
  const outcome = await headSuite(session);
  const isDeclared = await declaredOnBase(session, refs, frozen);
  return testsNoRegression(outcome, {
    hasTests: files.some((file) => session.roles.isTest(file.path)),
    isDeclared,
    changedTests: await changedTestsReports(session),
  });
}

/** The reason why the head cannot be run, where its dependencies are not installed and cannot be prepared. */
export async function dependenciesMissing(session: ReviewSession): Promise<string | undefined> {
  const state = await session.dependencies();
  return state.kind === 'changed' && session.config.commands.prepare === undefined
    ? `the patch changes dependencies and commands.prepare is not configured: ${state.reasons.slice(0, 2).join('; ')}`
    : undefined;
}
