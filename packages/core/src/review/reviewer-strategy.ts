import type { TestRef } from '../build/submission.js';
import type { Check } from './check.js';
import type { ReviewSession } from './session.js';

/** Advisory checks: whatever they answer, and however they break, the verdict stays as it is. */
export interface ReviewerAdvice<E> {
  /** Ids of the checks that `review` answers, each exactly once, in order. */
  readonly checks: readonly string[];
  /** `done`: every other check of the review, so that nothing is spent on a change that is turned down anyway. */
  readonly review: (evidence: E, session: ReviewSession, done: readonly Check[]) => Promise<readonly Check[]>;
}

/** How the evidence of one type is re-executed. It reports checks, never a verdict. Member of a plugin. */
export interface ReviewerStrategy<E> {
  /** Ids of the checks that `review` answers, each exactly once, in order. */
  readonly checks: readonly string[];
  readonly review: (evidence: E, session: ReviewSession) => Promise<readonly Check[]>;
  /** What is worth saying beside the verdict; asked last. */
  readonly advice?: ReviewerAdvice<E>;
  /**
   * What speaks against this type in what was seen (for `type/consistent`), one sentence each. Called after `review`.
   */
  readonly contradictions?: (evidence: E, session: ReviewSession) => Promise<readonly string[]>;
  /** Nothing of an existing test may change, declared or not (REFACTOR). */
  readonly testsAreFrozen?: boolean;
  /** Its runs measure time: the repository's own tests wait until it is through. */
  readonly runsAlone?: boolean;
  /** Files that the evidence names; new ones among them are laid over the base. */
  readonly evidenceFiles?: (evidence: E) => readonly string[];
  /** Tests whose changed expectations this evidence declares. */
  readonly declaredTests?: (evidence: E, session: ReviewSession) => readonly TestRef[];
}
