import { posix } from 'node:path';
import { transform, type Transform } from 'sucrase';
import type { FileEdit } from '@typed-evidence-chain/core';
import type { ModuleGraph } from './module-graph.js';
import { SPECIFIER } from './specifier.js';

export interface Transpiled {
  readonly edits: readonly FileEdit[];
  /** Where the runnable form of a module is; the same path where it needed no change. */
  readonly runnable: ReadonlyMap<string, string>;
  /** Modules that Node loads as CommonJS. */
  readonly commonJs: ReadonlySet<string>;
  readonly failed: ReadonlyMap<string, string>;
}

/** Node of this version runs no TypeScript and no import without a file ending: such modules are rewritten. */
export function transpile(graph: ModuleGraph, modules: Iterable<string>): Transpiled {
  const closure = graph.closure(modules);
  const runnable = new Map([...closure].map((path) => [path, runnablePath(path)]));
  const edits: FileEdit[] = [];
  const commonJs = new Set<string>();
  const failed = new Map<string, string>();
  for (const path of closure) {
    const asModule = graph.isModule(path);
    if (!asModule) commonJs.add(path);
    try {
      const text = rewrite(path, graph, runnable, asModule);
      if (text !== undefined) edits.push({ path: runnable.get(path) ?? path, content: text });
    } catch (error) {
      failed.set(path, `it cannot be transpiled: ${(error as Error).message.split('\n')[0]}`);
    }
  }
  return { edits, runnable, commonJs, failed };
}

function runnablePath(path: string): string {
  return path
    .replace(/\.(?:tsx?|jsx)$/, '.js')
    .replace(/\.mts$/, '.mjs')
    .replace(/\.cts$/, '.cjs');
}

/** Undefined where Node can run the file as it is. */
function rewrite(
  path: string,
  graph: ModuleGraph,
  runnable: ReadonlyMap<string, string>,
  asModule: boolean,
): string | undefined {
  const text = graph.text(path);
  const typed = /\.[cm]?tsx?$/.test(path);
  const transforms: Transform[] = [];
  if (typed) transforms.push('typescript');
  if (/\.[jt]sx$/.test(path)) transforms.push('jsx');
  if (!asModule && graph.hasModuleSyntax(path)) transforms.push('imports');
  const relinked = relink(path, text, graph, runnable, asModule);
  if (transforms.length === 0) return relinked === text ? undefined : relinked;
  return transform(relinked, {
    transforms,
    disableESTransforms: true,
    jsxRuntime: 'automatic',
    production: true,
    filePath: path,
  }).code;
}

function relink(
  path: string,
  text: string,
  graph: ModuleGraph,
  runnable: ReadonlyMap<string, string>,
  asModule: boolean,
): string {
  return text.replace(SPECIFIER, (whole, head: string, quote: string, specifier: string) => {
    const target = graph.resolver.resolve(specifier, path);
    const file = target === undefined ? undefined : runnable.get(target);
    if (target === undefined || file === undefined) return whole;
    const isRelative = specifier.startsWith('.');
    if (isRelative && posix.join(posix.dirname(path), specifier) === file) return whole;
    // What is left: a package of the workspace, an alias, or an ending that Node does not add by itself.
    if (isRelative && !asModule && file === target && !/\.[cm]?[jt]sx?$/.test(specifier)) return whole;
    const relative = posix.relative(posix.dirname(path), file);
    return `${head}${quote}${relative.startsWith('.') ? relative : `./${relative}`}${quote}`;
  });
}
