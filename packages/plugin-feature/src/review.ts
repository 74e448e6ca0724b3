import {
  dependenciesMissing,
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
import { answersForNow, undefinedErrors } from './located/empty-promise.js';
import { isExecuted } from './located/executed.js';
import { locatedCode, type LocatedCode } from './located/located-code.js';
import { isPlaceholder, PLACEHOLDER_TEXT } from './located/placeholder.js';
import { staysGreen, type ClaimedRun } from './located/stays-green.js';
import { switchesTurnedOn } from './located/switches.js';
import { unwiredModules } from './located/wired.js';

/** Criteria whose claimed tests are run without the located code; two runs each at most. */
const MAX_FALSIFIED = 8;

interface Located {
  readonly judged: JudgedCriterion;
  readonly code: readonly LocatedCode[];
}

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
    const located = await Promise.all(
      judged.map(async (entry): Promise<Located> => ({ judged: entry, code: await locatedCode(session, entry) })),
    );
    return [criteriaLocated(judged, await this.placeholders(located, session)), await this.exercised(located, session)];
  };

  readonly declaredTests = (_evidence: FeatureEvidence, session: ReviewSession): readonly TestRef[] =>
    session.submission.acCoverage.flatMap((entry) => entry.tests);

  readonly contradictions = async (_evidence: FeatureEvidence, session: ReviewSession): Promise<readonly string[]> => {
    const repaired = await repairedTests(session);
    return repaired.length > 0 ? [`it repairs failing tests, which is a fix: ${repaired.join(', ')}`] : [];
  };

  /** Criteria all of whose locations only hold the place of the code that was asked for. */
  private async placeholders(located: readonly Located[], session: ReviewSession): Promise<readonly Placeholder[]> {
    const found: Placeholder[] = [];
    for (const { judged, code } of located) {
      const texts = await Promise.all(code.map((one) => this.placeholder(one, judged, session)));
      const [first] = texts;
      if (first !== undefined && texts.every((text) => text !== undefined))
        found.push({ criterion: judged.criterion.id, ...first });
    }
    return found;
  }

  private async placeholder(
    { file, lines, functions }: LocatedCode,
    judged: JudgedCriterion,
    session: ReviewSession,
  ): Promise<Omit<Placeholder, 'criterion'> | undefined> {
    const [first] = functions;
    if (first && functions.every(({ at }) => isPlaceholder(at, judged))) return { text: first.at.text };
    if (first && functions.every(({ at }) => at.isUnused)) return { text: first.at.text, unused: first.at.name };
    const unwired = await unwiredModules(session);
    const place = functions.length > 0 ? functions.map((one) => one.file) : [file];
    if (place.every((path) => unwired.has(path)))
      return { text: place[0] ?? file, because: `points at ${place[0] ?? file}, which nothing but tests loads` };
    const source = (await session.trees.head.read(file))?.toString('utf8') ?? '';
    const bodies = functions.filter((one) => one.file === file).map(({ at }) => source.slice(at.from, at.to));
    const promises = bodies.map(answersForNow);
    const [promise] = promises;
    if (promise !== undefined && bodies.length === functions.length && promises.every((one) => one !== undefined))
      return { text: promise };
    const missing =
      session.ports.analysis.isCode(file) && !file.endsWith('.py')
        ? bodies.flatMap((body) => undefinedErrors(body, source))
        : [];
    if (missing.length > 0)
      return {
        text: missing[0] ?? '',
        because: `points at code that throws ${missing.join(', ')}, which is nowhere defined`,
      };
    const from = lines[0] ?? 1;
    const text = source
      .split('\n')
      .slice(from - 1, (lines.at(-1) ?? from) + 2)
      .find((line) => PLACEHOLDER_TEXT.test(line));
    return text === undefined ? undefined : { text };
  }

  private async exercised(every: readonly Located[], session: ReviewSession): Promise<Check> {
    const { analysis } = session.ports;
    const located = every.filter(({ code }) => code.some(({ file }) => analysis.isCode(file)));
    const files = new Set(
      located.flatMap(({ judged, code }) => [
        ...judged.locations.map((entry) => normalisePath(entry.location.file)),
        ...code.flatMap(({ functions }) => functions.map(({ file }) => file)),
      ]),
    );
    const missing = await dependenciesMissing(session);
    if (located.length === 0 || missing !== undefined)
      return criteriaExercised(
        located.map(({ judged }) => ({ id: judged.criterion.id, claimed: [], executed: undefined })),
        missing,
      );
    const command = await session.testCommand();
    const claims = located.flatMap(({ judged }) => judged.entry.tests);
    if (!command)
      return criteriaExercised(
        located.map(({ judged }) => ({
          id: judged.criterion.id,
          claimed: [],
          executed: judged.entry.tests.length > 0 ? false : undefined,
        })),
        claims.length > 0 ? 'the repository has no test command' : undefined,
      );
    const report = session.config.review.coverage
      ? await session.run(await session.headRun(), command, {
          purpose: 'coverage of the criteria',
          coverage: [...files].filter((file) => analysis.isCode(file)),
        })
      : undefined;
    const criteria = await Promise.all(
      located.map((entry, index) => this.criterion(entry, report?.coverage ?? [], index < MAX_FALSIFIED, session)),
    );
    return { ...criteriaExercised(criteria, undefined), command: command.text, source: command.source };
  }

  private async criterion(
    { judged, code }: Located,
    coverage: readonly FileCoverage[],
    falsified: boolean,
    session: ReviewSession,
  ): Promise<ExercisedCriterion> {
    const id = judged.criterion.id;
    const executed = coverage.length === 0 ? undefined : code.some((one) => isExecuted(one, coverage));
    const { claimed, run } = await this.claimed(judged.entry.tests, session);
    const switches = this.switches(judged, session);
    if (switches.length > 0) return { id, claimed, executed, switches };
    const functions = code.flatMap((one) => one.functions);
    // Where executed lines could not be recorded, a test may run a built copy of the file instead.
    const isOpen = executed === true || (executed === undefined && !session.config.review.coverage);
    if (!falsified || !isOpen || !run || functions.length === 0 || claimed.some((test) => test.head !== 'passed'))
      return { id, claimed, executed };
    const names = [...new Set(functions.map(({ at }) => at.name))];
    return { id, claimed, executed, ...((await staysGreen(session, run, functions)) ? { needless: names } : {}) };
  }

  /** What the claimed tests of the patch turn on before they ask for the criterion. */
  private switches({ criterion, entry }: JudgedCriterion, { task, trees }: ReviewSession): readonly string[] {
    const files = new Set(entry.tests.map((test) => normalisePath(test.file)));
    const added = trees.patch.files
      .filter(({ path, status }) => files.has(path) && status !== 'deleted')
      .flatMap(({ hunks }) => hunks.flatMap((hunk) => hunk.added));
    return switchesTurnedOn(added.join('\n'), [task.title, task.body, criterion.text].join('\n'));
  }

  /** A claimed test must not pass on the base: there the feature is not. */
  private async claimed(
    tests: readonly TestRef[],
    session: ReviewSession,
  ): Promise<{ readonly claimed: ExercisedCriterion['claimed']; readonly run?: ClaimedRun }> {
    if (tests.length === 0) return { claimed: [] };
    const sides = { base: await session.evidenceBase(), head: await session.headRun() };
    const outcome = await session.once(`feature:claimed:${JSON.stringify(tests)}`, () =>
      measureTwoSided(session, { tests }, sides),
    );
    if (outcome.kind === 'not-run')
      return { claimed: tests.map((test) => ({ label: test.file, base: 'not-collected', head: outcome.reason })) };
    // A whole file may hold older tests beside the one that shows the criterion.
    const shows = (pair: PairedObservation): boolean => pair.base.status !== 'passed';
    const pairs = outcome.value.pairs.filter(
      (pair) =>
        pair.ref.name !== undefined ||
        shows(pair) ||
        !outcome.value.pairs.some((other) => other.ref === pair.ref && shows(other)),
    );
    const { command, files } = outcome.value;
    return {
      claimed: pairs.map((pair) => ({ label: testLabel(pair.id), base: pair.base.status, head: pair.head.status })),
      run: { command, files, pairs },
    };
  }
}
