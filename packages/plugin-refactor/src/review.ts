import {
  dependenciesMissing,
  measureTwoSided,
  notRun,
  observe,
  pathAtBase,
  pathAtHead,
  repairedTests,
  testLabel,
  waversOnBase,
  type BehaviourReport,
  type Check,
  type ReviewerStrategy,
  type ReviewSession,
  type TestReport,
  type TwoSided,
} from '@typed-evidence-chain/core';
import { MutationAdvice, type Measure } from './advise.js';
import { behaviourUnchanged } from './checks/behaviour-unchanged.js';
import { coversChange } from './checks/covers-change.js';
import { passesAfter } from './checks/passes-after.js';
import { passesBefore, witnesses } from './checks/passes-before.js';
import { testsExist } from './checks/tests-exist.js';
import { coveredParts } from './covered-parts.js';
import type { RefactorEvidence } from './evidence.js';
import { surfaceChange } from './surface-change.js';

const CHECKS = [
  'refactor/tests-exist',
  'refactor/passes-before',
  'refactor/passes-after',
  'refactor/covers-change',
  'refactor/behaviour-unchanged',
] as const;

const problemOf = (reports: readonly TestReport[]): string | undefined => {
  const bad = reports.find((report) => report.outcome !== 'ran');
  return bad && `the run ${bad.outcome}: ${bad.reason}`;
};

/** The listed tests on both sides; measured once for all checks. */
const measure: Measure = ({ tests, command }, session) =>
  session.once('refactor/listed-tests', async () =>
    measureTwoSided(session, { tests, command }, { base: session.trees.base, head: await session.hybrid() }),
  );

/** Runs the listed pre-existing tests on both sides, and compares behaviour where they are silent. */
export class RefactorReviewer implements ReviewerStrategy<RefactorEvidence> {
  readonly checks = CHECKS;
  readonly testsAreFrozen = true;
  readonly advice = new MutationAdvice(measure);

  readonly review = async ({ nonRegression }: RefactorEvidence, session: ReviewSession): Promise<readonly Check[]> => {
    const missing = await dependenciesMissing(session);
    if (missing !== undefined) return CHECKS.map((id) => notRun(id, missing));
    const behaviour = await this.behaviour(nonRegression, session);
    if (nonRegression.tests.length === 0) {
      const reason = 'no pre-existing test is listed';
      return [testsExist([]), ...CHECKS.slice(1, 4).map((id) => notRun(id, reason)), behaviour.check(false)];
    }
    const outcome = await measure(nonRegression, session);
    if (outcome.kind === 'not-run')
      return [...CHECKS.slice(0, 4).map((id) => notRun(id, outcome.reason)), behaviour.check(false)];
    const measured = outcome.value;
    const extras = { command: measured.command.text, source: measured.command.source };
    const listed = await Promise.all(
      nonRegression.tests.map(async (ref) => ({
        ref,
        onBase: (await session.trees.base.read(ref.file)) !== undefined,
        collected: observe(measured.baseReports, ref).filter((test) =>
          test.runs.some((status) => status !== 'not-collected'),
        ).length,
      })),
    );
    const unstable = await this.unstable(measured, session);
    const coverage = await this.covers(measured, behaviour.report, session);
    return [
      testsExist(listed),
      {
        ...passesBefore(measured.pairs, problemOf(measured.baseReports.filter((report) => report.tests.length === 0))),
        ...extras,
      },
      {
        ...passesAfter(
          measured.pairs,
          problemOf(measured.headReports.filter((report) => report.tests.length === 0)),
          unstable,
        ),
        ...extras,
      },
      { ...coverage.check, ...extras },
      behaviour.check(coverage.runsAll),
    ];
  };

  readonly contradictions = async (_evidence: RefactorEvidence, session: ReviewSession): Promise<readonly string[]> => {
    const { gained, signatures, narrowed, dependencies, switches } = await surfaceChange(session);
    const repaired = await repairedTests(session);
    return [
      ...(gained.length > 0 ? [`a refactor adds no exports, and this one adds ${gained.join(', ')}`] : []),
      ...signatures.map(({ name, before, after }) => `${name} offers more than before: ${before} becomes ${after}`),
      ...(switches.variables.length > 0
        ? [`a refactor adds no options, and this one asks the environment for ${switches.variables.join(', ')}`]
        : []),
      ...(switches.flags.length > 0
        ? [`a refactor adds no options, and this one brings ${switches.flags.join(', ')}`]
        : []),
      ...(narrowed.length > 0 ? [`others can do less than before: ${narrowed.slice(0, 4).join(', ')}`] : []),
      ...(dependencies.length > 0
        ? [`a refactor changes no dependencies, and this one changes ${dependencies.join(', ')}`]
        : []),
      ...(repaired.length > 0 ? [`it turns failing tests green: ${repaired.join(', ')}`] : []),
    ];
  };

  private async behaviour({ tests }: RefactorEvidence['nonRegression'], session: ReviewSession) {
    const [report, surface] = await Promise.all([
      session.ports.behaviour.compare({
        trees: session.trees,
        base: session.trees.base,
        head: session.trees.head,
        testFiles: await this.testFiles(tests, session),
        limits: session.limits,
        signal: session.signal,
      }),
      surfaceChange(session),
    ]);
    return {
      check: (testsRunAll: boolean): Check =>
        behaviourUnchanged(
          report,
          [...surface.lost, ...(report.compared.length === 0 ? surface.lostInside : [])],
          testsRunAll,
        ),
      report,
    };
  }

  /** The listed files first, then every other test of the base: all of them show how functions are called. */
  private async testFiles(
    tests: RefactorEvidence['nonRegression']['tests'],
    session: ReviewSession,
  ): Promise<readonly string[]> {
    const all = (await session.trees.base.list()).map((file) => file.path).filter((path) => session.roles.isTest(path));
    return [...new Set([...tests.map((test) => test.file).filter((file) => all.includes(file)), ...all])];
  }

  private async unstable(measured: TwoSided, session: ReviewSession): Promise<ReadonlySet<string>> {
    const suspicious = witnesses(measured.pairs).filter((pair) => pair.head.status !== 'passed');
    const labels = new Set<string>();
    for (const pair of suspicious) {
      const onHead = pair.head.runs.find((status) => status !== 'passed') ?? 'failed';
      const files = measured.command.source === 'submission' ? undefined : measured.files;
      if (
        await waversOnBase(session, {
          command: measured.command,
          head: await session.hybrid(),
          id: pair.id,
          onBase: 'passed',
          onHead,
          files,
        })
      )
        labels.add(testLabel(pair.id));
    }
    return labels;
  }

  private async covers(
    measured: TwoSided,
    comparison: BehaviourReport,
    session: ReviewSession,
  ): Promise<{ readonly check: Check; readonly runsAll: boolean }> {
    if (!session.config.review.coverage) {
      const reason = 'executed lines were not recorded (review.coverage is off)';
      return { check: notRun('refactor/covers-change', reason), runsAll: false };
    }
    const code = session.trees.patch.files.filter(
      (file) => session.roles.of(file.path) === 'production' && session.ports.analysis.isCode(file.path),
    );
    const paths = (of: typeof pathAtBase): string[] =>
      code.map(of).filter((path): path is string => path !== undefined);
    const files = measured.command.source === 'submission' ? undefined : measured.files;
    const [before, after] = await Promise.all([
      session.run(session.trees.base, measured.command, {
        purpose: 'coverage on the base',
        files,
        coverage: paths(pathAtBase),
      }),
      session.run(await session.hybrid(), measured.command, {
        purpose: 'coverage on the head',
        files,
        coverage: paths(pathAtHead),
      }),
    ]);
    const tests = { base: before.coverage, head: after.coverage };
    const parts = await coveredParts(session, tests, comparison.executed);
    return { check: coversChange(parts), runsAll: parts.every((part) => !part.unknown && part.executed >= part.code) };
  }
}
