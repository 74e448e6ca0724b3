import type { FileChange, Hunk } from '@typed-evidence-chain/core';

import type { PatchSection } from './parse-patch.js';
import type { RawChange } from './parse-raw-diff.js';
import { pathKey, type PathText } from './path-bytes.js';

const STATUS: Readonly<Record<string, FileChange['status']>> = {
  A: 'added',
  D: 'deleted',
  M: 'modified',
  T: 'modified',
  R: 'renamed',
  C: 'copied',
};

/**
 * Joins what git says about the change as entries with what it says as lines. Throws where the two do not name the same
 * files: nothing may drop out on the way.
 */
export function computeFileChanges(
  entries: readonly RawChange[],
  sections: readonly PatchSection[],
  isLfsPointer: (oid: string) => boolean,
): readonly FileChange[] {
  const byPath = new Map<string, PatchSection[]>();
  for (const section of sections) {
    const key = pathKey((section.newPath ?? section.oldPath)!);
    byPath.set(key, [...(byPath.get(key) ?? []), section]);
  }
  const changes = entries.map((entry) => {
    const key = pathKey(entry.newPath);
    const found = byPath.get(key);
    byPath.delete(key);
    if (found === undefined) throw new Error(`git diff-tree shows no lines of ${entry.newPath.path}`);
    return fileChange(entry, found, isLfsPointer);
  });
  if (byPath.size > 0) throw new Error(`git diff-tree shows lines of unlisted files: ${[...byPath.keys()].join(', ')}`);
  return changes;
}

function fileChange(
  { status, oldPath, newPath, oldMode, newMode, oldOid, newOid }: RawChange,
  sections: readonly PatchSection[],
  isLfsPointer: (oid: string) => boolean,
): FileChange {
  const submodule = oldMode === '160000' || newMode === '160000';
  const lfs = isLfsPointer(oldOid) || isLfsPointer(newOid);
  return {
    status: STATUS[status]!,
    path: newPath.path,
    ...(oldPath.path === newPath.path ? {} : { oldPath: oldPath.path }),
    ...(oldMode === undefined ? {} : { oldMode }),
    ...(newMode === undefined ? {} : { newMode }),
    binary: sections.some(({ binary }) => binary !== 'no'),
    ...(submodule ? { external: 'submodule' as const } : lfs ? { external: 'lfs' as const } : {}),
    hunks: submodule ? [] : joinHunks(sections),
  };
}

/** A file that becomes a link, or the reverse, comes as a deletion and a creation: one hunk for both. */
function joinHunks(sections: readonly PatchSection[]): readonly Hunk[] {
  if (sections.length === 1) return sections[0]!.hunks;
  const hunks = sections.flatMap((section) => section.hunks);
  const removed = hunks.flatMap((hunk) => hunk.removed);
  const added = hunks.flatMap((hunk) => hunk.added);
  if (removed.length === 0 && added.length === 0) return [];
  return [
    {
      oldStart: removed.length > 0 ? 1 : 0,
      oldLines: removed.length,
      newStart: added.length > 0 ? 1 : 0,
      newLines: added.length,
      removed,
      added,
    },
  ];
}

/** The paths that a change touches: both names of a rename. */
export function touchedPaths(entries: readonly RawChange[]): readonly PathText[] {
  return entries.flatMap(({ status, oldPath, newPath }) => (status === 'R' ? [oldPath, newPath] : [newPath]));
}
