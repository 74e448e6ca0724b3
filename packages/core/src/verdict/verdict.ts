export type VerdictName = 'DONE' | 'NEEDS_REVIEW';

export interface Verdict {
  readonly verdict: VerdictName;
  /** One line for each check that blocks; empty for DONE. */
  readonly reasons: readonly string[];
}
