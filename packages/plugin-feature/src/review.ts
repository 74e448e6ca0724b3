import {
  dependenciesMissing,
  executedLines,
  judgeCriteria,
  measureTwoSided,
  normalisePath,
  repairedTests,
  testLabel,
  type Check,
  type FileCoverage,
  type JudgedCriterion,
  type PairedObservation,
  type ReviewerStrategy,
  type ReviewSession,
  type TestRef,
} from '@typed-evidence-chain/core';
import { criteriaExercised, type ExercisedCriterion } from './checks/criteria-exercised.js';
import { criteriaLocated, type Placeholder } from './checks/criteria-located.js';
import type { FeatureEvidence } from './evidence.js';

const PLACEHOLDER = /not[\s_-]?(yet[\s_-]?)?implemented|notimplemented|\bTODO\b|\bFIXME\b|unimplemented!/i;

/** Holds the AC coverage of a FEATURE against the change, and runs the tests that show its criteria. */
export class FeatureReviewer implements ReviewerStrategy<FeatureEvidence> {
  readonly checks = ['feature/criteria-located', 'feature/criteria-exercised'] as const;

  readonly review = async (_evidence: FeatureEvidence, session: ReviewSession): Promise<readonly Check[]> => {
    const judged = await judgeCriteria(session.task.acceptanceCriteria, session.submission.acCoverage, {
      head: session.trees.head,
      patch: session.trees.patch,
      roles: session.roles,
      analysis: session.ports.analysis,
    });
    return [criteriaLocated(judged, await this.placeholders(judged, session)), await this.exercised(judged, session)];
  };

  readonly declaredTests = (_evidence: FeatureEvidence, session: ReviewSession): readonly TestRef[] =>
    session.submission.acCoverage.flatMap((entry) => entry.tests);

  readonly contradictions = async (_evidence: FeatureEvidence, session: ReviewSession): Promise<readonly string[]> => {
    const repaired = await repairedTests(session);
    return repaired.length > 0 ? [`it repairs failing tests, which is a fix: ${repaired.join(', ')}`] : [];
  };

  private async placeholders(
    judged: readonly JudgedCriterion[],
    session: ReviewSession,
  ): Promise<readonly Placeholder[]> {
    const found: Placeholder[] = [];
    for (const { criterion, locations } of judged) {
      const texts = await Promise.all(
        locations
          .filter((entry) => entry.verdict === 'witness')
          .map(async ({ location }) => {
            const source = (await session.trees.head.read(normalisePath(location.file)))?.toString('utf8') ?? '';
            return source.split('\n').slice(location.line - 1, (location.endLine ?? location.line) + 2);
          }),
      );
      const hit = texts.flat().find((line) => PLACEHOLDER.test(line));
      if (hit !== undefined && texts.length > 0 && texts.every((lines) => lines.some((line) => PLACEHOLDER.test(line))))
        found.push({ criterion: criterion.id, text: hit });
    }
    return found;
  }

  private async exercised(judged: readonly JudgedCriterion[], session: ReviewSession): Promise<Check> {
    const { analysis } = session.ports;
    const located = judged.filter(({ locations }) =>
      locations.some((entry) => entry.verdict === 'witness' && analysis.isCode(entry.location.file)),
    );
    const files = [
      ...new Set(
        located
          .flatMap(({ locations }) => locations.map((entry) => normalisePath(entry.location.file)))
          .filter((file) => analysis.isCode(file)),
      ),
    ];
    const missing = await dependenciesMissing(session);
    if (located.length === 0 || missing !== undefined)
      return criteriaExercised(
        located.map(({ criterion }) => ({ id: criterion.id, claimed: [], executed: undefined })),
        missing,
      );
    const command = await session.testCommand();
    const claims = located.flatMap(({ entry }) => entry.tests);
    if (!command)
      return criteriaExercised(
        located.map(({ criterion, entry }) => ({
          id: criterion.id,
          claimed: [],
          executed: entry.tests.length > 0 ? false : undefined,
        })),
        claims.length > 0 ? 'the repository has no test command' : undefined,
      );
    const report = session.config.review.coverage
      ? await session.run(await session.headRun(), command, { purpose: 'coverage of the criteria', coverage: files })
      : undefined;
    const criteria = await Promise.all(located.map((entry) => this.criterion(entry, report?.coverage ?? [], session)));
    return { ...criteriaExercised(criteria, undefined), command: command.text, source: command.source };
  }

  private async criterion(
    judged: JudgedCriterion,
    coverage: readonly FileCoverage[],
    session: ReviewSession,
  ): Promise<ExercisedCriterion> {
    const claimed = await this.claimed(judged.entry.tests, session);
    let executed: boolean | undefined;
    for (const { verdict, location } of judged.locations) {
      const file = coverage.find((entry) => entry.file === normalisePath(location.file));
      if (verdict !== 'witness' || coverage.length === 0) continue;
      const lines = Array.from(
        { length: (location.endLine ?? location.line) - location.line + 1 },
        (_, index) => location.line + index,
      );
      executed = (executed ?? false) || (file !== undefined && executedLines(lines, undefined, file).length > 0);
    }
    return { id: judged.criterion.id, claimed, executed };
  }

  /** A claimed test must not pass on the base: there the feature is not. */
  private async claimed(tests: readonly TestRef[], session: ReviewSession): Promise<ExercisedCriterion['claimed']> {
    if (tests.length === 0) return [];
    const sides = { base: await session.evidenceBase(), head: await session.headRun() };
    const outcome = await session.once(`feature:claimed:${JSON.stringify(tests)}`, () =>
      measureTwoSided(session, { tests }, sides),
    );
    if (outcome.kind === 'not-run')
      return tests.map((test) => ({ label: test.file, base: 'not-collected', head: outcome.reason }));
    // A whole file may hold older tests beside the one that shows the criterion.
    const shows = (pair: PairedObservation): boolean => pair.base.status !== 'passed';
    const pairs = outcome.value.pairs.filter(
      (pair) =>
        pair.ref.name !== undefined ||
        shows(pair) ||
        !outcome.value.pairs.some((other) => other.ref === pair.ref && shows(other)),
    );
    return pairs.map((pair) => ({ label: testLabel(pair.id), base: pair.base.status, head: pair.head.status }));
  }
}
