import { readManifest, type Tree } from '@typed-evidence-chain/core';

/** One way into a package: `.`, `./sub`, `bin todo`; several files where conditions or fields differ. */
export interface PackageEntry {
  readonly name: string;
  /** `import`, `require`, `types`, `main`, …: what the manifest says of this way in. */
  readonly conditions: readonly string[];
  readonly files: readonly string[];
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

interface Target {
  readonly name: string;
  readonly condition: string;
  readonly target: string;
}

/** The targets of an `exports` map, conditions joined by `/`; `null` closes a path and is no target. */
function exportTargets(value: unknown, name = '.', condition = ''): readonly Target[] {
  if (typeof value === 'string') return [{ name, condition, target: value }];
  if (Array.isArray(value)) return exportTargets(value[0], name, condition);
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key.startsWith('.')
      ? exportTargets(inner, key, condition)
      : exportTargets(inner, name, condition === '' ? key : `${condition}/${key}`),
  );
}

function manifestTargets(manifest: Readonly<Record<string, unknown>>): readonly Target[] {
  const { exports, bin, name } = manifest;
  const fields = ['main', 'module', 'types', 'typings', 'browser'].flatMap((field): Target[] => {
    const target = manifest[field];
    return typeof target === 'string' ? [{ name: '.', condition: field, target }] : [];
  });
  const programs = isRecord(bin)
    ? Object.entries(bin)
    : typeof bin === 'string'
      ? [[typeof name === 'string' ? name : 'program', bin] as const]
      : [];
  return [
    ...fields,
    ...exportTargets(exports),
    ...programs.flatMap(([program, target]): Target[] =>
      typeof target === 'string' ? [{ name: `bin ${program}`, condition: '', target }] : [],
    ),
  ];
}

const ENDINGS = ['ts', 'tsx', 'mts', 'cts', 'js', 'mjs', 'cjs', 'jsx', 'd.ts'];

const joined = (folder: string, target: string): string => {
  const parts: string[] = [];
  for (const part of `${folder}/${target}`.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
};

/** The file of a tree that a target or a relative import means; sources stand for what is built from them. */
export function fileFor(paths: ReadonlySet<string>, folder: string, target: string): string | undefined {
  const path = joined(folder, target);
  if (paths.has(path)) return path;
  const bare = path.replace(/\.d\.[cm]?ts$|\.[cm]?[jt]sx?$/, '');
  const built = bare.replace(/(^|\/)(dist|build|out|lib|esm|cjs|types)(\/(esm|cjs|types))?\//, '$1src/');
  return [bare, `${bare}/index`, built, `${built}/index`]
    .flatMap((candidate) => ENDINGS.map((ending) => `${candidate}.${ending}`))
    .find((candidate) => paths.has(candidate));
}

/** Where a package without any word about it begins. */
const USUAL = ['index', 'src/index', 'lib/index', 'mod', 'src/mod', 'src/main', 'main'];

/** How others get into the npm package of a folder; undefined where the folder holds none. */
export async function packageEntries(
  tree: Tree,
  paths: ReadonlySet<string>,
  folder: string,
): Promise<readonly PackageEntry[] | undefined> {
  const manifest = await readManifest(tree, joined(folder, 'package.json'));
  if (!manifest) return undefined;
  const targets = manifestTargets(manifest);
  const entries = new Map<string, { conditions: string[]; files: Set<string> }>();
  for (const { name, condition, target } of targets) {
    const entry = entries.get(name) ?? { conditions: [], files: new Set<string>() };
    entries.set(name, entry);
    entry.conditions.push(condition);
    const file = fileFor(paths, folder, target);
    if (file !== undefined) entry.files.add(file);
  }
  if (!entries.has('.')) {
    const file = USUAL.map((name) => fileFor(paths, folder, name)).find((found) => found !== undefined);
    if (file !== undefined) entries.set('.', { conditions: [], files: new Set([file]) });
  }
  return [...entries].map(([name, { conditions, files }]) => ({ name, conditions, files: [...files] }));
}
