import { offersMore } from './call-shape.js';
import {
  changedDependencyFields,
  pathAtBase,
  pathAtHead,
  readManifest,
  touchedPaths,
  type ModuleInterface,
  type ReviewSession,
} from '@typed-evidence-chain/core';

export interface SurfaceChange {
  /** Of entry points; and of other modules, which may be internal. */
  readonly lost: readonly string[];
  readonly lostInside: readonly string[];
  readonly gained: readonly string[];
  /** Functions that offer a parameter or an option that they did not offer before. */
  readonly signatures: readonly { readonly name: string; readonly before: string; readonly after: string }[];
  readonly dependencies: readonly string[];
}

const isEntry = (path: string): boolean => /(^|\/)(index|main|mod|__init__)\.[^/]+$/.test(path);

/**
 * Exports of the changed modules taken together (a function that moves to another changed module is neither lost nor
 * gained), how they can be called, and the dependencies of the package (THREATS R17, R20).
 */
export const surfaceChange = (session: ReviewSession): Promise<SurfaceChange> =>
  session.once('refactor:surface', async () => {
    const { trees, roles, ports } = session;
    const before = new Map<string, string | undefined>();
    const after = new Map<string, string | undefined>();
    const entries = { before: new Set<string>(), after: new Set<string>() };
    const collect = (
      module: ModuleInterface | undefined,
      into: Map<string, string | undefined>,
      entry: Set<string>,
      path: string,
    ): void => {
      for (const name of module?.exports ?? []) {
        if (name.startsWith('*')) continue;
        const key = name === 'default' ? `default of ${path}` : name;
        if (!into.has(key) || into.get(key) === undefined) into.set(key, module?.signatures[name]);
        if (isEntry(path)) entry.add(key);
      }
    };
    for (const change of trees.patch.files) {
      if (roles.of(change.path) !== 'production') continue;
      const read = async (side: 'base' | 'head', path: string | undefined): Promise<ModuleInterface | undefined> => {
        const source = path === undefined || !ports.analysis.isCode(path) ? undefined : await trees[side].read(path);
        return source && path !== undefined ? ports.analysis.moduleInterface(path, source.toString('utf8')) : undefined;
      };
      const [base, head] = await Promise.all([read('base', pathAtBase(change)), read('head', pathAtHead(change))]);
      collect(base, before, entries.before, pathAtHead(change) ?? change.path);
      collect(head, after, entries.after, change.path);
    }
    const dependencies: string[] = [];
    for (const path of touchedPaths(trees.patch).filter((candidate) => candidate.endsWith('package.json'))) {
      const fields = changedDependencyFields(
        await readManifest(trees.base, path),
        await readManifest(trees.head, path),
      );
      dependencies.push(...fields.map((field) => `${path} ${field}`));
    }
    return {
      lost: [...entries.before].filter((name) => !after.has(name)),
      lostInside: [...before.keys()].filter((name) => !after.has(name) && !entries.before.has(name)),
      gained: [...entries.after].filter((name) => !before.has(name)),
      signatures: [...before]
        .filter(
          ([name, signature]) =>
            signature !== undefined && after.get(name) !== undefined && offersMore(signature, after.get(name) ?? ''),
        )
        .map(([name, signature]) => ({ name, before: signature ?? '', after: after.get(name) ?? '' })),
      dependencies,
    };
  });
