import { realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';

import type { DependencyFolder, TreeFile } from '@typed-evidence-chain/core';

const INSTALLED = 'node_modules';

/**
 * Installed dependencies of the user's checkout: `node_modules` at the root and beside every tracked package.json, and
 * a virtual environment of Python at the root. What the commit itself tracks is no installed dependency.
 */
export async function findDependencies(
  toplevel: string | undefined,
  files: readonly TreeFile[],
): Promise<readonly DependencyFolder[]> {
  if (toplevel === undefined) return [];
  const tracked = trackedFolders(files);
  const candidates = [
    ...installFolders(files).map((path) => ({ path, mark: '' })),
    // pyvenv.cfg marks a virtual environment (PEP 405).
    ...['.venv', 'venv'].map((path) => ({ path, mark: 'pyvenv.cfg' })),
  ];
  const found: DependencyFolder[] = [];
  for (const { path, mark } of candidates) {
    if (tracked.has(path) || !(await isThere(join(toplevel, path, mark)))) continue;
    const source = await realpath(join(toplevel, path));
    if ((await stat(source)).isDirectory()) found.push({ path, source });
  }
  return found;
}

/** Where a package manager installs to: `node_modules` at the root and beside every package.json that is not in one. */
export function installFolders(files: readonly TreeFile[]): readonly string[] {
  const folders = new Set([INSTALLED]);
  for (const { path } of files) {
    if (!path.endsWith('package.json')) continue;
    const folder = /^(.*\/)?package\.json$/u.exec(path);
    if (folder !== null && !/(?:^|\/)node_modules\//u.test(path)) folders.add(`${folder[1] ?? ''}${INSTALLED}`);
  }
  return [...folders].sort();
}

/** Every `node_modules` folder and root folder that holds a tracked file, and the files themselves. */
export function trackedFolders(files: readonly TreeFile[]): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const { path } of files) {
    const slash = path.indexOf('/');
    folders.add(slash < 0 ? path : path.slice(0, slash));
    if (!path.includes(INSTALLED)) continue;
    const components = path.split('/');
    for (const [index, name] of components.entries()) {
      if (name === INSTALLED) folders.add(components.slice(0, index + 1).join('/'));
    }
  }
  return folders;
}

async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Not installed, or a link to what is gone.
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP') return false;
    throw error;
  }
}
