import type { Tree } from './tree.js';
import type { ReviewTrees } from './workspace.js';

export interface WorkTreeRequest {
  readonly repository: string;
  /** A ref; default HEAD. */
  readonly base?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A copy of the base for somebody who makes a change. Everything that it made is gone after `trees.close`. */
export interface WorkTree {
  /** Base and head are the same here; `derive` gives the states in between. */
  readonly trees: ReviewTrees;
  /** A folder of its own with the files of the base, to be written to by a program. Made at the first call. */
  readonly folder: () => Promise<string>;
  /** The folder as it is now, without what its own .gitignore names and without any `.git`. */
  readonly snapshot: () => Promise<Tree>;
  /** The change from the base as git prints it, binary files included. Empty where nothing changed. */
  readonly diff: (tree: Tree) => Promise<Buffer>;
}
