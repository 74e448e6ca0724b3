import type { CodeAnalysis, Tree } from '@typed-evidence-chain/core';
import { offeredBy, ModuleReader, type Offered } from './offered.js';
import { packageEntries, type PackageEntry } from './package-entries.js';

export interface OfferedEntry extends PackageEntry {
  /** The folder of the package, empty for the root of the tree. */
  readonly folder: string;
  readonly offered: Offered;
}

/** What the packages of a tree that hold certain files offer to others, one entry for each way in. */
export interface PublicSurface {
  readonly entries: readonly OfferedEntry[];
  readonly reader: ModuleReader;
}

const foldersAbove = (path: string): string[] => {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_part, index) => parts.slice(0, parts.length - index).join('/')).concat('');
};

/** The npm package around a file, and every Python package around it. */
async function packagesAround(file: string, paths: ReadonlySet<string>): Promise<readonly string[]> {
  const above = foldersAbove(file);
  const npm = above.find((folder) => paths.has(folder === '' ? 'package.json' : `${folder}/package.json`));
  const python = file.endsWith('.py') ? above.filter((folder) => paths.has(`${folder}/__init__.py`)) : [];
  return [...(npm === undefined ? [] : [npm]), ...python];
}

export async function publicSurface(
  tree: Tree,
  analysis: CodeAnalysis,
  changed: readonly string[],
): Promise<PublicSurface> {
  const paths = new Set((await tree.list()).map((file) => file.path));
  const reader = new ModuleReader(tree, analysis);
  const folders = new Set((await Promise.all(changed.map((file) => packagesAround(file, paths)))).flat());
  const entries: OfferedEntry[] = [];
  for (const folder of [...folders].sort()) {
    const init = `${folder}/__init__.py`;
    const found: readonly PackageEntry[] = paths.has(init)
      ? [{ name: folder.replaceAll('/', '.'), conditions: [], files: [init] }]
      : ((await packageEntries(tree, paths, folder)) ?? []);
    for (const entry of found) entries.push({ ...entry, folder, offered: await offeredBy(entry.files, paths, reader) });
  }
  return { entries, reader };
}
