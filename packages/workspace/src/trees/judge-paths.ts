import type { DependencyFolder } from '@typed-evidence-chain/core';

import type { TreeEntry } from './parse-tree-listing.js';
import type { PatchSection } from './parse-patch.js';
import { pathKey, type PathText } from './path-bytes.js';
import { pathProblem } from './path-safety.js';
import { installFolders, trackedFolders } from './find-dependencies.js';

export interface PathProblem {
  readonly path: string;
  readonly reason: string;
}

/** What is unsafe in the paths that a change touches, whatever its content. */
export function judgePaths(
  paths: readonly PathText[],
  base: readonly TreeEntry[],
  installed: readonly DependencyFolder[],
): readonly PathProblem[] {
  const asked = new Set(paths.map(pathKey));
  const known = new Set(base.map(pathKey).filter((key) => asked.has(key)));
  const tracked = trackedFolders(base);
  const forbidden = new Set(
    [...installFolders(base), ...installed.map(({ path }) => path)].filter((folder) => !tracked.has(folder)),
  );
  return paths.flatMap((text) => {
    const { path } = text;
    // What the base has under an odd name, it has; bytes that are no text can't be shown or compared by anybody.
    const looks = known.has(pathKey(text)) && text.rawPath === undefined ? undefined : pathProblem(path);
    const reason = looks ?? (isBelow(path, forbidden) ? 'the path is among the installed dependencies' : undefined);
    return reason === undefined ? [] : [{ path, reason }];
  });
}

/** Files that a patch text names below what is, or becomes, a symbolic link. */
export function judgeLinkedFolders(
  sections: readonly PatchSection[],
  base: readonly TreeEntry[],
): readonly PathProblem[] {
  const before = new Set(base.filter(({ mode }) => mode === '120000').map(({ path }) => path));
  const after = new Set(before);
  for (const { oldPath, newPath, copy } of sections) {
    if (oldPath !== undefined && !copy && oldPath.path !== newPath?.path) after.delete(oldPath.path);
  }
  for (const { newPath, newMode } of sections) {
    if (newPath !== undefined && newMode === '120000') after.add(newPath.path);
  }
  return sections.flatMap(({ oldPath, newPath }) => {
    const linked = [
      ...(newPath !== undefined && isUnder(newPath.path, after) ? [newPath.path] : []),
      ...(oldPath !== undefined && isUnder(oldPath.path, before) ? [oldPath.path] : []),
    ];
    return linked.map((path) => ({ path, reason: 'the path goes through a symbolic link' }));
  });
}

function isUnder(path: string, folders: ReadonlySet<string>): boolean {
  for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
    if (folders.has(path.slice(0, slash))) return true;
  }
  return false;
}

function isBelow(path: string, folders: ReadonlySet<string>): boolean {
  return folders.has(path) || isUnder(path, folders);
}
