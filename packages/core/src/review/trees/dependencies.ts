import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { changedDependencyFields, parseManifest, readManifest, type Manifest } from '../files/manifest.js';
import { touchedPaths } from '../files/changed-files.js';
import { FileRoles } from '../files/roles.js';
import type { Tree } from '../ports/tree.js';
import type { ReviewTrees } from '../ports/workspace.js';

export type DependencyState =
  | { readonly kind: 'unchanged'; readonly note?: string }
  | {
      readonly kind: 'changed';
      readonly reasons: readonly string[];
      /** Whether a tree has the changed dependencies (and so needs `commands.prepare`). */
      readonly appliesTo: (tree: Tree) => Promise<boolean>;
    };

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** The version of a package as it is installed for a folder of the tree, looked up as Node does. */
async function installedVersion(trees: ReviewTrees, folder: string, name: string): Promise<string | undefined> {
  for (let place = folder; ; place = folderOf(place)) {
    const path = place === '' ? 'node_modules' : `${place}/node_modules`;
    const source = trees.dependencies.find((dependency) => dependency.path === path)?.source;
    if (source !== undefined) {
      const text = await readFile(join(source, name, 'package.json'), 'utf8').catch(() => undefined);
      const version = text === undefined ? undefined : parseManifest(text)?.['version'];
      if (typeof version === 'string') return version;
    }
    if (place === '') return undefined;
  }
}

const record = (value: unknown): Record<string, string> =>
  typeof value === 'object' && value !== null ? (value as Record<string, string>) : {};

/** Dependencies of the head's manifest that are new or have another range, and are not installed so that they fit. */
async function unmetDependencies(
  trees: ReviewTrees,
  path: string,
  base: Manifest | undefined,
  head: Manifest | undefined,
): Promise<string[]> {
  // Loaded where a patch changes a manifest.
  const { satisfies, validRange } = (await import('semver')).default;
  const unmet: string[] = [];
  for (const field of ['dependencies', 'devDependencies', 'peerDependencies']) {
    const before = record(base?.[field]);
    for (const [name, range] of Object.entries(record(head?.[field]))) {
      if (before[name] === range) continue;
      const version = await installedVersion(trees, folderOf(path), name);
      const fits =
        version !== undefined && validRange(range) !== null && satisfies(version, range, { includePrerelease: true });
      if (!fits) unmet.push(`${path}: ${name} ${range} (installed: ${version ?? 'nothing'})`);
    }
  }
  return unmet;
}

/**
 * Installed dependencies are shared with both sides; a patch that changes dependency fields or a lock file needs
 * `commands.prepare`, unless what is installed fits the new ranges too (CONTRACT, section 9, "Dependencies").
 */
export async function dependencyState(trees: ReviewTrees): Promise<DependencyState> {
  const roles = new FileRoles();
  const reasons: string[] = [];
  let compatible = 0;
  for (const path of touchedPaths(trees.patch)) {
    if (path === 'package.json' || path.endsWith('/package.json')) {
      const [base, head] = await Promise.all([readManifest(trees.base, path), readManifest(trees.head, path)]);
      const fields = changedDependencyFields(base, head);
      if (fields.length === 0) continue;
      const unmet = await unmetDependencies(trees, path, base, head);
      const structural = fields.filter((field) =>
        ['overrides', 'resolutions', 'workspaces', 'bundledDependencies'].includes(field),
      );
      if (unmet.length > 0 || structural.length > 0)
        reasons.push(...unmet, ...structural.map((field) => `${path}: ${field}`));
      else compatible += 1;
    } else if (roles.of(path) === 'lock') {
      const mismatch = await lockMismatch(trees, path);
      if (mismatch !== undefined) reasons.push(mismatch);
    }
  }
  if (reasons.length === 0) {
    return compatible > 0
      ? { kind: 'unchanged', note: 'the installed dependencies fit the changed ranges' }
      : { kind: 'unchanged' };
  }
  const headFiles = new Map((await trees.head.list()).map((file) => [file.path, file.oid]));
  const changed = touchedPaths(trees.patch).filter(
    (path) => roles.of(path) === 'lock' || path.endsWith('package.json'),
  );
  return {
    kind: 'changed',
    reasons,
    appliesTo: async (tree) => {
      const files = new Map((await tree.list()).map((file) => [file.path, file.oid]));
      const base = new Map((await trees.base.list()).map((file) => [file.path, file.oid]));
      return changed.some(
        (path) =>
          files.get(path) !== base.get(path) &&
          (files.get(path) === headFiles.get(path) || path.endsWith('package.json')),
      );
    },
  };
}

/** What a changed lock file asks for and is not installed. Only npm's own format can be looked into. */
async function lockMismatch(trees: ReviewTrees, path: string): Promise<string | undefined> {
  const head = await readManifest(trees.head, path);
  if (!path.endsWith('package-lock.json') || head === undefined) return `${path} changed`;
  const base = await readManifest(trees.base, path);
  const before = record(base?.['packages']) as Record<string, unknown>;
  for (const [place, entry] of Object.entries(record(head['packages']) as Record<string, unknown>)) {
    const wanted = record(entry)['version'];
    if (!place.startsWith('node_modules/') || wanted === undefined || record(before[place])['version'] === wanted)
      continue;
    const root = trees.dependencies.find((dependency) => dependency.path === 'node_modules')?.source;
    const text =
      root &&
      (await readFile(join(root, place.slice('node_modules/'.length), 'package.json'), 'utf8').catch(() => undefined));
    const installed = text ? parseManifest(text)?.['version'] : undefined;
    if (installed !== wanted)
      return `${path}: ${place} ${wanted} (installed: ${typeof installed === 'string' ? installed : 'nothing'})`;
  }
  return undefined;
}
