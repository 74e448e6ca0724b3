import type { SandboxLimits } from './sandbox.js';
import type { FileCoverage } from './test-runner.js';
import type { Tree } from './tree.js';
import type { ReviewTrees } from './workspace.js';

export interface BehaviourRequest {
  readonly trees: ReviewTrees;
  readonly base: Tree;
  readonly head: Tree;
  /** Files whose tests show how the functions are called (paths at the base). */
  readonly testFiles: readonly string[];
  readonly limits: SandboxLimits;
  readonly signal?: AbortSignal | undefined;
}

export interface Counterexample {
  /** `src/money.js allocate` */
  readonly subject: string;
  /** Source text of the arguments. */
  readonly args: string;
  readonly base: string;
  readonly head: string;
}

export interface BehaviourReport {
  /** Functions that were called in both trees, with the number of calls. */
  readonly compared: readonly { readonly subject: string; readonly calls: number }[];
  /** What could not be compared, and why. */
  readonly skipped: readonly { readonly subject: string; readonly reason: string }[];
  /** Shrunk; at most one for each function. */
  readonly counterexamples: readonly Counterexample[];
  /**
   * Differences for input of another kind than any test or caller passes (a negative amount where all are positive):
   * worth showing, not a reason against the change.
   */
  readonly unusual?: readonly Counterexample[];
  /** Exported names that one side lacks, by entry point. */
  readonly missing: readonly { readonly subject: string; readonly side: 'base' | 'head' }[];
  /**
   * Lines of the changed files that loading them and the compared calls ran, by side; a count of 0 for lines that could
   * have run. Calls of functions about which nothing could be said do not count.
   */
  readonly executed?: { readonly base: readonly FileCoverage[]; readonly head: readonly FileCoverage[] };
  readonly durationMs: number;
}

/** Calls the functions that a change reaches in both trees with the same arguments, in the sandbox. */
export interface BehaviourComparer {
  readonly compare: (request: BehaviourRequest) => Promise<BehaviourReport>;
}
