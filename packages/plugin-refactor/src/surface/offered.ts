import type { CodeAnalysis, ModuleInterface, Tree } from '@typed-evidence-chain/core';
import { fileFor } from './package-entries.js';

/** What the modules behind one way into a package offer. */
export interface Offered {
  readonly values: ReadonlySet<string>;
  readonly types: ReadonlySet<string>;
  /** Modules whose every export is offered: the entry itself, and what it passes on with `export *`. */
  readonly modules: ReadonlySet<string>;
}

/** Reads modules of one tree, each once. */
export class ModuleReader {
  private readonly known = new Map<string, Promise<ModuleInterface | undefined>>();

  constructor(
    private readonly tree: Tree,
    private readonly analysis: CodeAnalysis,
  ) {}

  read(path: string): Promise<ModuleInterface | undefined> {
    const known = this.known.get(path);
    if (known) return known;
    const read = this.readNow(path);
    this.known.set(path, read);
    return read;
  }

  private async readNow(path: string): Promise<ModuleInterface | undefined> {
    if (!this.analysis.isCode(path)) return undefined;
    const source = await this.tree.read(path);
    return source && this.analysis.moduleInterface(path, source.toString('utf8'));
  }
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** `.a.b` of Python and `./a.js` of JavaScript, as a path from the folder of the module. */
function relativeTarget(path: string, specifier: string): string | undefined {
  if (!path.endsWith('.py')) return specifier.startsWith('.') ? specifier : undefined;
  const [, dots = '', name = ''] = /^(\.+)(.*)$/.exec(specifier) ?? [];
  return dots === '' ? undefined : `${'../'.repeat(dots.length - 1)}${name.replaceAll('.', '/')}`;
}

const MAX_MODULES = 200;

/** Names behind entry files; `export *` is followed through the tree, other re-exports are names already. */
export async function offeredBy(
  files: readonly string[],
  paths: ReadonlySet<string>,
  reader: ModuleReader,
): Promise<Offered> {
  const values = new Set<string>();
  const types = new Set<string>();
  const modules = new Set<string>();
  const visit = async (path: string, entry: boolean, typesOnly: boolean): Promise<void> => {
    if (modules.has(path) || modules.size >= MAX_MODULES) return;
    modules.add(path);
    const module = await reader.read(path);
    const pass = async (name: string, isType: boolean): Promise<void> => {
      const star = name.startsWith('* from ') ? name.slice('* from '.length) : undefined;
      // `export *` leaves the default out.
      if (star === undefined) {
        if (entry || name !== 'default') (isType ? types : values).add(name);
        return;
      }
      const target = relativeTarget(path, star);
      const python = target !== undefined && path.endsWith('.py');
      const file = python
        ? [`${target}.py`, `${target}/__init__.py`]
            .map((candidate) => fileFor(paths, folderOf(path), candidate))
            .find((found) => found !== undefined)
        : target !== undefined
          ? fileFor(paths, folderOf(path), target)
          : undefined;
      if (file === undefined) (isType ? types : values).add(name);
      else await visit(file, false, isType);
    };
    for (const name of module?.exports ?? []) await pass(name, typesOnly);
    for (const name of module?.types ?? []) await pass(name, true);
  };
  for (const file of files) await visit(file, true, false);
  return { values, types, modules };
}
