import type { FileEdit, Patch, Tree } from './tree.js';
import type { WorkTree, WorkTreeRequest } from './work-tree.js';

/** The change under review: a patch text, or a ref of the repository. */
export type ChangeSource =
  | { readonly kind: 'patch'; readonly text: Buffer; readonly file?: string | undefined }
  | { readonly kind: 'head'; readonly ref: string };

export interface OpenRequest {
  readonly repository: string;
  /** A ref; default: HEAD for a patch, the merge base of HEAD and the head for a ref. */
  readonly base?: string | undefined;
  readonly change: ChangeSource;
  /** Bytes; a longer patch is not looked at. */
  readonly maxPatchBytes: number;
  readonly signal?: AbortSignal | undefined;
}

/** An installed dependency folder of the user's checkout, to be shown to a run read-only. */
export interface DependencyFolder {
  /** Where it is in the tree, such as `node_modules` or `packages/a/node_modules`. */
  readonly path: string;
  /** The real folder on the host. */
  readonly source: string;
}

/** The trees of one review. Everything that it made is gone after `close`, also after a crash. */
export interface ReviewTrees {
  /** The commit id of the base. */
  readonly baseCommit: string;
  readonly base: Tree;
  readonly head: Tree;
  readonly patch: Patch;
  /** Folders in the checkout that hold installed dependencies. */
  readonly dependencies: readonly DependencyFolder[];
  /** Another tree, made with git plumbing; the same edits give the same tree (and checkout) again. */
  readonly derive: (from: Tree, edits: readonly FileEdit[], label: string) => Promise<Tree>;
  /** A folder for scratch files of this review, removed by `close`. */
  readonly scratch: string;
  readonly close: () => Promise<void>;
}

export interface ResolveBaseRequest {
  readonly repository: string;
  readonly base?: string | undefined;
  /** The ref under review, where the change is one. */
  readonly head?: string | undefined;
}

export type OpenResult =
  | { readonly kind: 'opened'; readonly trees: ReviewTrees }
  | { readonly kind: 'does-not-apply'; readonly baseCommit: string; readonly digest: string; readonly reason: string }
  | {
      readonly kind: 'unsafe';
      readonly baseCommit: string;
      readonly digest: string;
      readonly problems: readonly { readonly path: string; readonly reason: string }[];
    }
  | { readonly kind: 'too-large'; readonly baseCommit: string; readonly digest: string; readonly bytes: number };

/** Lays out base and head without touching the user's work tree, index, branches, stashes, config or hooks. */
export interface Workspace {
  /**
   * Strict apply, no fuzz. A patch that does not apply is a result, not an error. Throws `InputError` for a folder
   * that is no repository, an unknown ref or a text that is no patch; `WorkspaceError` when git itself fails.
   */
  readonly open: (request: OpenRequest) => Promise<OpenResult>;
  /**
   * The first of these files that the repository has at a commit, or undefined where it has none (to read the
   * configuration of the base).
   */
  readonly readAt: (
    repository: string,
    ref: string,
    ...paths: readonly string[]
  ) => Promise<{ readonly path: string; readonly content: Buffer } | undefined>;
  /** The commit id of the base that `open` would take. Throws `InputError` like `open`. */
  readonly resolveBase: (request: ResolveBaseRequest) => Promise<string>;
  /** A copy of the base to work in. Throws `InputError` and `WorkspaceError` like `open`. */
  readonly workTree: (request: WorkTreeRequest) => Promise<WorkTree>;
  /** Removes what crashed reviews left behind; returns the folders that are gone. */
  readonly sweep: () => Promise<readonly string[]>;
}
