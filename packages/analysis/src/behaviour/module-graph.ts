import { posix } from 'node:path';
import { isScript } from './file-roles.js';
import { ModuleResolver } from './resolve-module.js';
import type { TreeSources } from './tree-sources.js';

/** Also matches inside comments and texts: an import too many only makes the reachable part larger. */
export const SPECIFIER = /(\b(?:from|import|require)\s*\(?\s*)(['"])([^'"\n]+)\2/g;
const MODULE_SYNTAX = /^[ \t]*(?:import\b(?!\s*\()|export\b)/m;
const MAX_FILES = 4000;

/** Which modules of a tree import which, read from their text. */
export class ModuleGraph {
  private constructor(
    readonly sources: TreeSources,
    readonly resolver: ModuleResolver,
    private readonly imports: ReadonlyMap<string, readonly string[]>,
    private readonly texts: ReadonlyMap<string, string>,
    /** Each package.json, by its folder. */
    readonly manifests: ReadonlyMap<string, Readonly<Record<string, unknown>>>,
  ) {}

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

  /** Exports nothing that can be seen in its text: a program, or only side effects. */
  exportsNothing(path: string): boolean {
    return !/\bexports\b|^[ \t]*export\b/m.test(this.text(path));
  }
}
