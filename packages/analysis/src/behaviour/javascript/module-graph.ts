import { posix } from 'node:path';
import type { Hunk, ReviewTrees, Tree } from '@typed-evidence-chain/core';
import type { Scenario } from '../arguments/arg.js';
import type { CodeBase, RunnableTree } from '../code-base.js';
import type { Constants } from '../arguments/constants.js';
import { handsThis } from './hands-this.js';
import { readConstants } from './read-constants.js';
import { packageEntries } from './entry-points.js';
import { readCalls } from './read-calls.js';
import { readSignatures } from './read-signatures.js';
import type { Signature } from '../arguments/signature.js';
import { transpile } from './transpile.js';
import { readTypes, type TypeIndex } from './type-index.js';
import { isScript, isTestFile } from '../file-roles.js';
import { SPECIFIER } from './specifier.js';
import { ModuleResolver } from './resolve-module.js';
import type { TreeSources } from '../tree-sources.js';

const MODULE_SYNTAX = /^[ \t]*(?:import\b(?!\s*\()|export\b)/m;
const MAX_FILES = 4000;

/** Which modules of a tree import which, read from their text. */
export class ModuleGraph implements CodeBase {
  readonly tree: Tree;

  private constructor(
    readonly sources: TreeSources,
    readonly resolver: ModuleResolver,
    private readonly imports: ReadonlyMap<string, readonly string[]>,
    private readonly texts: ReadonlyMap<string, string>,
    /** Each package.json, by its folder. */
    private readonly manifests: ReadonlyMap<string, Readonly<Record<string, unknown>>>,
  ) {
    this.tree = sources.tree;
  }

  static async create(sources: TreeSources): Promise<ModuleGraph> {
    const resolver = await ModuleResolver.create(sources);
    const imports = new Map<string, readonly string[]>();
    const texts = new Map<string, string>();
    const scripts = [...sources.paths].filter((path) => isScript(path) && !/(?:^|\/)node_modules\//.test(path));
    for (const path of scripts.slice(0, MAX_FILES)) {
      const text = (await sources.read(path)) ?? '';
      texts.set(path, text);
      const found = [...text.matchAll(SPECIFIER)].map((match) => resolver.resolve(match[3] ?? '', path));
      imports.set(path, [...new Set(found.filter((one) => one !== undefined))]);
    }
    const manifests = new Map<string, Record<string, unknown>>();
    for (const path of [...sources.paths].sort()) {
      if (posix.basename(path) !== 'package.json' || path.includes('node_modules/')) continue;
      manifests.set(posix.dirname(path), (await sources.json(path)) ?? {});
    }
    return new ModuleGraph(sources, resolver, imports, texts, manifests);
  }

  has(path: string): boolean {
    return this.texts.has(path);
  }

  text(path: string): string {
    return this.texts.get(path) ?? '';
  }

  paths(): string[] {
    return [...this.texts.keys()];
  }

  importsOf(path: string): readonly string[] {
    return this.imports.get(path) ?? [];
  }

  /** The given modules and all that they import, directly or not. */
  closure(from: Iterable<string>): Set<string> {
    const seen = new Set<string>();
    const queue = [...from];
    for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
      if (seen.has(path) || !this.has(path)) continue;
      seen.add(path);
      queue.push(...this.importsOf(path));
    }
    return seen;
  }

  /** The given modules and all that import them, directly or not. */
  dependents(of: Iterable<string>): Set<string> {
    const users = new Map<string, string[]>();
    for (const [path, imported] of this.imports) {
      for (const one of imported) users.set(one, [...(users.get(one) ?? []), path]);
    }
    const seen = new Set<string>();
    const queue = [...of];
    for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
      if (seen.has(path)) continue;
      seen.add(path);
      queue.push(...(users.get(path) ?? []));
    }
    return seen;
  }

  /** Written with import or export statements. */
  hasModuleSyntax(path: string): boolean {
    return MODULE_SYNTAX.test(this.text(path));
  }

  /** Whether Node loads the file as an ES module: its ending, else `type` of the nearest manifest. */
  isModule(path: string): boolean {
    if (/\.m[jt]s$/.test(path)) return true;
    if (/\.c[jt]s$/.test(path)) return false;
    for (let dir = posix.dirname(path); ; dir = posix.dirname(dir)) {
      const manifest = this.manifests.get(dir);
      if (manifest !== undefined) return manifest['type'] === 'module';
      if (dir === '.' || dir === '/') return false;
    }
  }

  isProgram(path: string): boolean {
    const text = this.text(path);
    return text.startsWith('#!') || !/\bexports\b|^[ \t]*export\b/m.test(text);
  }

  entries(): Map<string, string> {
    const entries = new Map<string, string>();
    for (const [dir, manifest] of this.manifests) {
      if (isTestFile(`${dir}/`)) continue;
      for (const [index, entry] of packageEntries(dir, manifest, this.sources.paths).entries()) {
        entries.set(`${posix.join(dir, entry.key)} ${index}`, entry.path);
      }
    }
    return entries;
  }

  dependencies(): Set<string> {
    const fields = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];
    const names = [...this.manifests.values()].flatMap((manifest) =>
      fields.flatMap((field) => Object.keys((manifest[field] as object | undefined) ?? {})),
    );
    return new Set(names);
  }

  load(): Promise<void> {
    return Promise.resolve();
  }

  signatures(path: string): ReadonlyMap<string, Signature> {
    return readSignatures(path, this.text(path));
  }

  constants(path: string, hunks: readonly Hunk[]): Constants {
    return readConstants(path, this.text(path), hunks);
  }

  handsThis(path: string, hunks: readonly Hunk[]): boolean {
    return handsThis(path, this.text(path), hunks);
  }

  calls(path: string, key: (path: string) => string): Scenario[] {
    const resolve = (specifier: string): string | undefined => {
      const found = this.resolver.resolve(specifier, path);
      return found === undefined || !this.has(found) ? undefined : key(found);
    };
    const isCommonJs = (module: string): boolean => this.has(module) && !this.hasModuleSyntax(module);
    return readCalls({ path, source: this.text(path), resolve, isCommonJs });
  }

  types(paths: Iterable<string>): TypeIndex {
    return readTypes([...paths].map((path) => [path, this.text(path)]));
  }

  /** TypeScript and the like become JavaScript in a derived tree; a tree of plain JavaScript is used as it is. */
  async prepare(paths: readonly string[], trees: ReviewTrees): Promise<RunnableTree> {
    const { edits, runnable, commonJs, failed } = transpile(this, paths);
    const tree =
      edits.length === 0 ? this.tree : await trees.derive(this.tree, edits, `${this.tree.label}, made runnable`);
    const locate = (path: string): { path: string; commonjs: boolean } | undefined =>
      failed.has(path) ? undefined : { path: runnable.get(path) ?? path, commonjs: commonJs.has(path) };
    return { tree, locate };
  }
}
