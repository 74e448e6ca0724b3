import type { FileChange } from '@typed-evidence-chain/core';
import type { CodeBase, Language } from './code-base.js';
import { isSettings, isTestFile } from './file-roles.js';

/** A module by its path at the base (or at the head, for one that is new), and where it is on each side. */
export interface Module {
  readonly key: string;
  readonly base?: string;
  readonly head?: string;
}

export interface Targets {
  /** Keys of the changed production modules. */
  readonly changed: ReadonlySet<string>;
  /** Keys of modules through which others use the packages, as far as the change reaches them. */
  readonly entries: ReadonlySet<string>;
  /** Keys of all production modules that import a changed one, directly or not, and the changed ones. */
  readonly affected: ReadonlySet<string>;
  readonly modules: ReadonlyMap<string, Module>;
  readonly skipped: readonly { readonly subject: string; readonly reason: string }[];
}

export function findTargets(files: readonly FileChange[], language: Language, base: CodeBase, head: CodeBase): Targets {
  const moved = new Map(
    files.filter((file) => file.status === 'renamed').map((file) => [file.oldPath ?? file.path, file.path]),
  );
  const came = new Map([...moved].map(([from, to]) => [to, from]));
  const modules = new Map<string, Module>();
  const keyOfHead = (path: string): string => came.get(path) ?? path;
  const module = (key: string): Module => {
    const known = modules.get(key);
    if (known !== undefined) return known;
    const at = moved.get(key) ?? key;
    const found: Module = { key, ...(base.has(key) ? { base: key } : {}), ...(head.has(at) ? { head: at } : {}) };
    modules.set(key, found);
    return found;
  };

  const skipped: { subject: string; reason: string }[] = [];
  const changed = new Set<string>();
  for (const file of files) {
    const key = file.status === 'renamed' ? (file.oldPath ?? file.path) : file.path;
    if (!language.isSource(key) || isTestFile(key) || isSettings(key) || file.external !== undefined) continue;
    if (file.status === 'modified' && file.hunks.length === 0) continue;
    const { base: before, head: after } = module(key);
    changed.add(key);
    const onePath = after ?? before ?? key;
    if (before !== undefined && after !== undefined && base.isProgram(before) && head.isProgram(after)) {
      skipped.push({ subject: onePath, reason: 'it exports nothing that could be called' });
    }
  }

  const baseChanged = [...changed].filter((key) => module(key).base !== undefined);
  const headChanged = [...changed].map((key) => module(key).head).filter((path) => path !== undefined);
  const affected = new Set<string>(changed);
  for (const path of base.dependents(baseChanged)) if (!isTestFile(path) && !isSettings(path)) affected.add(path);
  for (const path of head.dependents(headChanged))
    if (!isTestFile(path) && !isSettings(path)) affected.add(keyOfHead(path));
  affected.forEach(module);

  const entries = pairEntries(base.entries(), head.entries(), affected, modules, keyOfHead);
  return { changed, entries, affected, modules, skipped };
}

/** An entry point whose file changed its name is the same entry point. */
function pairEntries(
  base: ReadonlyMap<string, string>,
  head: ReadonlyMap<string, string>,
  affected: ReadonlySet<string>,
  modules: Map<string, Module>,
  keyOfHead: (path: string) => string,
): Set<string> {
  const entries = new Set<string>();
  for (const [name, path] of base) {
    const other = head.get(name);
    if (affected.has(path) || (other !== undefined && affected.has(keyOfHead(other)))) {
      entries.add(path);
      modules.set(path, { key: path, base: path, ...(other === undefined ? {} : { head: other }) });
    }
  }
  return entries;
}
