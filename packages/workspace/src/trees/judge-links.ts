import { linkProblem } from './link-safety.js';
import type { PathProblem } from './judge-paths.js';
import type { RawChange } from './parse-raw-diff.js';
import type { TreeEntry } from './parse-tree-listing.js';

/**
 * Links of the head that leave the tree and did not in the same way on the base. Every link is followed, as a change of
 * one can lead another astray.
 */
export async function judgeLinks(
  changes: readonly RawChange[],
  base: readonly TreeEntry[],
  head: readonly TreeEntry[],
  targetOf: (entry: TreeEntry) => Promise<string>,
): Promise<readonly PathProblem[]> {
  if (!changes.some(({ oldMode, newMode }) => oldMode === '120000' || newMode === '120000')) return [];
  const before = await linksOf(base, targetOf);
  const after = await linksOf(head, targetOf);
  return [...after].flatMap(([path, target]) => {
    const reason = linkProblem(after, path);
    if (reason === undefined) return [];
    return before.get(path) === target && linkProblem(before, path) === reason ? [] : [{ path, reason }];
  });
}

async function linksOf(
  entries: readonly TreeEntry[],
  targetOf: (entry: TreeEntry) => Promise<string>,
): Promise<ReadonlyMap<string, string>> {
  const links = entries.filter(({ mode }) => mode === '120000');
  return new Map(await Promise.all(links.map(async (entry) => [entry.path, await targetOf(entry)] as const)));
}
