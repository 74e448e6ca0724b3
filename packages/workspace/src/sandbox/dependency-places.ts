import { lstat } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import type { DependencyFolder } from '@typed-evidence-chain/core';
import { isWithin } from './mount-info.js';

/** A dependency folder that can be shown in a tree. */
export interface DependencyPlace extends DependencyFolder {
  /** The tree has a folder of its own there; its files come before those of the dependency folder. */
  readonly inTree: boolean;
}

/**
 * Which dependency folders can be shown where they belong. Left out: paths that leave the tree, folders inside of
 * another one, places where the tree itself has a file or a symbolic link (a mount would follow it out of the tree),
 * and sources that are no folders.
 */
export async function placeDependencies(
  treeFolder: string,
  dependencies: readonly DependencyFolder[],
): Promise<DependencyPlace[]> {
  const places: DependencyPlace[] = [];
  const sorted = dependencies.toSorted((a, b) => a.path.length - b.path.length);
  for (const dependency of sorted) {
    const path = normalize(dependency.path).replace(/\/+$/, '');
    const parts = path.split('/');
    if (path === '' || path === '.' || parts.includes('..') || path.startsWith('/')) continue;
    if (places.some((place) => isWithin(path, place.path))) continue;
    if ((await kindOf(dependency.source)) !== 'folder') continue;
    const kinds = await Promise.all(parts.map((_, index) => kindOf(join(treeFolder, ...parts.slice(0, index + 1)))));
    if (kinds.includes('other')) continue;
    places.push({ path, source: dependency.source, inTree: kinds.at(-1) === 'folder' });
  }
  return places;
}

async function kindOf(path: string): Promise<'absent' | 'folder' | 'other'> {
  try {
    return (await lstat(path)).isDirectory() ? 'folder' : 'other';
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // ENOTDIR: something above it is a file, which is found out by looking at that.
    if (code === 'ENOENT' || code === 'ENOTDIR') return 'absent';
    throw error;
  }
}
