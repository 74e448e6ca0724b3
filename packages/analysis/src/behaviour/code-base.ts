import type { Hunk, ReviewTrees, Tree } from '@typed-evidence-chain/core';
import type { Scenario } from './arguments/arg.js';
import type { Constants } from './arguments/constants.js';
import type { Printer } from './arguments/print-arg.js';
import type { Signature } from './arguments/signature.js';
import type { TypeIndex } from './javascript/type-index.js';

/** The modules of one language in one tree, as far as they can be known without running them. */
export interface CodeBase {
  readonly tree: Tree;
  readonly has: (path: string) => boolean;
  readonly text: (path: string) => string;
  readonly paths: () => readonly string[];
  readonly importsOf: (path: string) => readonly string[];
  /** The given modules and all that they import, directly or not. */
  readonly closure: (from: Iterable<string>) => ReadonlySet<string>;
  /** The given modules and all that import them, directly or not. */
  readonly dependents: (of: Iterable<string>) => ReadonlySet<string>;
  /** A program, which loading would run, or a module without anything to call. */
  readonly isProgram: (path: string) => boolean;
  /** Modules through which others use the packages of the tree, by a name that a moved file keeps. */
  readonly entries: () => ReadonlyMap<string, string>;
  /** Packages from elsewhere that the manifests name. */
  readonly dependencies: () => ReadonlySet<string>;
  /** Reads what the methods below answer from. */
  readonly load: (paths: readonly string[]) => Promise<void>;
  readonly signatures: (path: string) => ReadonlyMap<string, Signature>;
  readonly constants: (path: string, hunks: readonly Hunk[]) => Constants;
  /** Whether the removed lines give a callback a `this` of their choice. */
  readonly handsThis: (path: string, hunks: readonly Hunk[]) => boolean;
  /** The calls that the file makes; `key` names the modules. */
  readonly calls: (path: string, key: (path: string) => string) => readonly Scenario[];
  readonly types: (paths: Iterable<string>) => TypeIndex;
  /** Makes a tree in which the modules can be loaded. */
  readonly prepare: (paths: readonly string[], trees: ReviewTrees) => Promise<RunnableTree>;
}

export interface RunnableTree {
  readonly tree: Tree;
  /** Where a module is there; undefined for one that could not be made ready. */
  readonly locate: (path: string) => { readonly path: string; readonly commonjs: boolean } | undefined;
}

export interface Language {
  readonly name: 'javascript' | 'python';
  readonly isSource: (path: string) => boolean;
  readonly open: (tree: Tree) => Promise<CodeBase>;
  /** Writes arguments for the harness; refs reach into its list of modules. */
  readonly printer: (idOf: (module: string) => number) => Printer;
  /** Writes arguments for people. */
  readonly readable: Printer;
}
