import type { Patch, Tree } from '../review/ports/tree.js';
import type { CodeAnalysis } from '../review/ports/code-analysis.js';
import type { Task } from '../task/task.js';

/** A finished change, as a builder looks at it. */
export interface ChangeView {
  readonly task: Task;
  readonly base: Tree;
  readonly head: Tree;
  readonly patch: Patch;
  readonly analysis: CodeAnalysis;
  /** Files of the change that belong to the tests. */
  readonly testFiles: readonly string[];
}

/** What a type asks of whoever builds a change of it. Member of a plugin. */
export interface TypeBuilder<E> {
  /** For a model or an agent: what this type must prove and what an honest evidence block looks like. */
  readonly instructions: string;
  /** Whether an agent has to show a test that fails on the base before it may hand in its change. */
  readonly failingTestFirst: boolean;
  /** Fills the evidence block from the tests that a change adds or edits; undefined where they cannot stand for it. */
  readonly evidenceFromChange: (change: ChangeView) => Promise<E | undefined>;
}
