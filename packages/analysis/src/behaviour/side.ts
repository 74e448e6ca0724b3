import type { ReviewTrees, Tree } from '@typed-evidence-chain/core';
import type { ModuleGraph } from './module-graph.js';
import type { Module } from './targets.js';
import { transpile, type Transpiled } from './transpile.js';

/** One of the two trees, made ready to run. */
export interface Side {
  readonly name: 'base' | 'head';
  readonly graph: ModuleGraph;
  readonly tree: Tree;
  readonly transpiled: Transpiled;
}

/** TypeScript and the like become JavaScript in a derived tree; a tree of plain JavaScript is used as it is. */
export async function prepareSide(
  name: 'base' | 'head',
  graph: ModuleGraph,
  modules: Iterable<Module>,
  trees: ReviewTrees,
): Promise<Side> {
  const paths = [...modules].map((module) => module[name]).filter((path) => path !== undefined);
  const transpiled = transpile(graph, paths);
  const { tree } = graph.sources;
  const runnable =
    transpiled.edits.length === 0 ? tree : await trees.derive(tree, transpiled.edits, `${tree.label}, made runnable`);
  return { name, graph, tree: runnable, transpiled };
}
