import type { FailureKind, FileCoverage } from '../ports/test-runner.js';
import type { Tree } from '../ports/tree.js';

/** What the reproduction says of one tree. */
export interface WitnessOutcome {
  /** Every test of the reproduction passed (or the script ended as it should at the head). */
  readonly green: boolean;
  /** Why it is not green; `other` for a result that is neither pass nor failure. */
  readonly why?: FailureKind | 'other';
  readonly message?: string;
  readonly coverage: readonly FileCoverage[];
}

/** Asks the reproduction about a tree: one run, with the coverage of some files on request. */
export type Witness = (tree: Tree, purpose: string, coverage?: readonly string[]) => Promise<WitnessOutcome>;
