import {
  changedDependencyFields,
  pathAtBase,
  pathAtHead,
  readManifest,
  touchedPaths,
  type ClassInterface,
  type ModuleInterface,
  type ReviewSession,
} from '@typed-evidence-chain/core';
import { offersMore } from './call-shape.js';
import { lostEntries } from './surface/lost-entries.js';
import { addedSwitches, type AddedSwitches } from './surface/added-switches.js';
import { narrowedClass } from './surface/narrowed-class.js';
import { narrowedParameters } from './surface/narrowed-parameters.js';
import { lostOptions } from './surface/lost-options.js';
import { publicSurface, type PublicSurface } from './surface/public-surface.js';

export interface SurfaceChange {
  /** Of entry points; and of other modules, which may be internal. */
  readonly lost: readonly string[];
  readonly lostInside: readonly string[];
  readonly gained: readonly string[];
  /** Functions that offer a parameter or an option that they did not offer before. */
  readonly signatures: readonly { readonly name: string; readonly before: string; readonly after: string }[];
  /** What callers could do with a public function, class or package and no longer can, in words. */
  readonly narrowed: readonly string[];
  readonly dependencies: readonly string[];
  /** Variables of the environment and options of a command line that the program did not know before. */
  readonly switches: AddedSwitches;
}

const isEntry = (path: string): boolean => /(^|\/)(index|main|mod|__init__)\.[^/]+$/.test(path);

/** Python keeps a module private by a leading underscore only. */
const isPublicPython = (path: string): boolean =>
  path.endsWith('.py') && !path.split('/').some((part) => /^_(?!_init__\.py$)/.test(part));

interface Changed {
  readonly path: string;
  readonly module: ModuleInterface;
}

/** What the changed modules of one side have, by name. */
class Side {
  readonly signatures = new Map<string, string | undefined>();
  readonly classes = new Map<string, ClassInterface>();
  /** Exports of entry points. */
  readonly entries = new Set<string>();

  add({ path, module }: Changed, atHead: string): void {
    for (const name of module.exports) {
      if (name.startsWith('*')) continue;
      const key = name === 'default' ? `default of ${atHead}` : name;
      if (this.signatures.get(key) === undefined) this.signatures.set(key, module.signatures[name]);
      if (isEntry(path)) this.entries.add(key);
    }
    for (const [name, one] of Object.entries(module.classes ?? {})) {
      const known = name === 'default' ? `default of ${atHead}` : name;
      if (!this.classes.has(known)) this.classes.set(known, one);
    }
  }
}

/**
 * Exports of the changed modules taken together (a function that moves to another changed module is neither lost nor
 * gained), how they can be called, what the packages offer through their entry points, and their dependencies
 * (THREATS R17, R20).
 */
export const surfaceChange = (session: ReviewSession): Promise<SurfaceChange> =>
  session.once('refactor:surface', async () => {
    const { trees, roles, ports } = session;
    const files = trees.patch.files.filter((change) => ['production', 'manifest'].includes(roles.of(change.path)));
    const [base, head] = await Promise.all([
      publicSurface(trees.base, ports.analysis, present(files.map(pathAtBase))),
      publicSurface(trees.head, ports.analysis, present(files.map((file) => pathAtHead(file) ?? pathAtBase(file)))),
    ]);
    const before = new Side();
    const after = new Side();
    const changed: { base: Changed[]; head: Changed[] } = { base: [], head: [] };
    for (const change of files.filter((one) => roles.of(one.path) === 'production')) {
      for (const [side, surface, path, into] of [
        ['base', base, pathAtBase(change), before],
        ['head', head, pathAtHead(change), after],
      ] as const) {
        const module = path === undefined ? undefined : await surface.reader.read(path);
        if (path === undefined || module === undefined) continue;
        changed[side].push({ path, module });
        into.add({ path, module }, pathAtHead(change) ?? change.path);
      }
    }
    const dependencies: string[] = [];
    for (const path of touchedPaths(trees.patch).filter((candidate) => candidate.endsWith('package.json'))) {
      const fields = changedDependencyFields(
        await readManifest(trees.base, path),
        await readManifest(trees.head, path),
      );
      dependencies.push(...fields.map((field) => `${path} ${field}`));
    }
    const words = await wordsOf(session, changed.head);
    const gone = lostEntries(base.entries, head.entries);
    const isOffered = offeredNames(base);
    const names = [...before.signatures.keys()];
    return {
      lost: [
        ...new Set([
          ...[...before.entries].filter((name) => !after.signatures.has(name)),
          ...gone.values,
          ...gone.types.map((name) => `type ${name}`),
        ]),
      ],
      lostInside: names.filter((name) => !after.signatures.has(name) && !before.entries.has(name)),
      gained: [...after.entries].filter((name) => !before.signatures.has(name)),
      signatures: [...before.signatures].flatMap(([name, signature]) => {
        const now = after.signatures.get(name);
        return signature !== undefined && now !== undefined && offersMore(signature, now)
          ? [{ name, before: signature, after: now }]
          : [];
      }),
      narrowed: [
        ...new Set([
          ...gone.ways,
          ...[...before.classes.keys()]
            .filter((name) => after.classes.has(name) && isOffered(name, changed.base))
            .flatMap((name) =>
              narrowedClass(name, before.classes, after.classes, (other) => isOffered(other, changed.base)),
            ),
          ...calls(changed, isOffered),
          ...[...before.signatures]
            .filter(([name]) => isOffered(name, changed.base))
            .flatMap(([name, signature]) =>
              lostOptions(signature, after.signatures.get(name), words).map(
                (option) => `${name} no longer takes the option ${option}`,
              ),
            ),
        ]),
      ],
      dependencies,
      switches: await addedSwitches(session),
    };
  });

/** Every identifier and property name of the changed modules at the head. */
async function wordsOf({ trees, ports }: ReviewSession, modules: readonly Changed[]): Promise<ReadonlySet<string>> {
  const words = new Set<string>();
  for (const { path } of modules) {
    const source = (await trees.head.read(path))?.toString('utf8') ?? '';
    const used = await ports.analysis.namesUsed(path, source, 1, Number.MAX_SAFE_INTEGER);
    used?.forEach((word) => words.add(word));
  }
  return words;
}

const present = (paths: readonly (string | undefined)[]): readonly string[] =>
  paths.filter((path): path is string => path !== undefined);

type IsOffered = (name: string, changed: readonly Changed[]) => boolean;

/** Whether others can name something: a package offers it, or it is in a module of Python that is not private. */
function offeredNames({ entries }: PublicSurface): IsOffered {
  const names = new Set(entries.flatMap(({ offered }) => [...offered.values, ...offered.types]));
  const modules = new Set(entries.flatMap(({ offered }) => [...offered.modules]));
  return (name, changed) =>
    names.has(name) ||
    changed.some(({ path, module }) => {
      const own = name === `default of ${path}` ? 'default' : name;
      return module.exports.includes(own) && (modules.has(path) || isEntry(path) || isPublicPython(path));
    });
}

/** Python: calls of public functions and methods that no longer work. */
function calls(changed: { base: readonly Changed[]; head: readonly Changed[] }, isOffered: IsOffered): string[] {
  const now = new Map(changed.head.flatMap(({ module }) => Object.entries(module.parameters ?? {})));
  return changed.base.flatMap(({ module }) =>
    Object.entries(module.parameters ?? {}).flatMap(([name, old]) => {
      const after = now.get(name);
      const [owner = name] = name.split('.');
      if (!after || !isOffered(owner, changed.base)) return [];
      return narrowedParameters(old, after).map((what) => `${name}: ${what}`);
    }),
  );
}
