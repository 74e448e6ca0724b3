import {
  MUTANTS_OFF,
  decideVerdict,
  notRun,
  sampleMutants,
  type Check,
  type ReviewerAdvice,
  type ReviewSession,
  type TwoSidedOutcome,
} from '@typed-evidence-chain/core';
import { MUTATION_SAMPLE, mutationSample } from './checks/mutation-sample.js';
import { witnesses } from './checks/passes-before.js';
import type { RefactorEvidence } from './evidence.js';

/** Where the other checks left their measurement. */
export type Measure = (evidence: RefactorEvidence['nonRegression'], session: ReviewSession) => Promise<TwoSidedOutcome>;

/** How much the listed tests would notice in the lines that changed; asked of a change that is fine otherwise. */
export class MutationAdvice implements ReviewerAdvice<RefactorEvidence> {
  readonly checks = [MUTATION_SAMPLE];

  constructor(private readonly measure: Measure) {}

  readonly review = async (
    { nonRegression }: RefactorEvidence,
    session: ReviewSession,
    done: readonly Check[],
  ): Promise<readonly Check[]> => [await this.sample(nonRegression, session, done)];

  private async sample(
    evidence: RefactorEvidence['nonRegression'],
    session: ReviewSession,
    done: readonly Check[],
  ): Promise<Check> {
    const skipped = (reason: string): Check => notRun(MUTATION_SAMPLE, reason, { blocking: false });
    if (session.config.review.mutants === 0) return mutationSample(MUTANTS_OFF);
    const { verdict, reasons } = decideVerdict(done);
    if (verdict !== 'DONE') return skipped(`not needed: ${reasons.length} other checks already decide`);
    if (evidence.tests.length === 0) return skipped('no pre-existing test is listed');
    const outcome = await this.measure(evidence, session);
    if (outcome.kind === 'not-run') return skipped(outcome.reason);
    const { command, files, pairs, headReports } = outcome.value;
    const sample = await sampleMutants(session, {
      tree: await session.hybrid(),
      command,
      files: command.source === 'submission' ? undefined : files,
      witnesses: witnesses(pairs).filter((pair) => pair.head.status === 'passed'),
      durationMs: Math.max(...headReports.map((report) => report.durationMs)),
    });
    return mutationSample(sample, { command: command.text, source: command.source });
  }
}
