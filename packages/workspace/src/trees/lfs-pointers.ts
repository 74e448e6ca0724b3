import type { RawChange } from './parse-raw-diff.js';
import type { TreeEntry } from './parse-tree-listing.js';
import type { TreeStore } from './tree-store.js';

// https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md: a pointer is less than 1024 bytes.
const POINTER_START = 'version https://git-lfs.github.com/spec/v1\n';
const POINTER_BYTES = 1024;

/** Ids of the changed files' contents that are Git LFS pointers. */
export async function listLfsPointers(
  changes: readonly RawChange[],
  base: readonly TreeEntry[],
  head: readonly TreeEntry[],
  store: TreeStore,
): Promise<ReadonlySet<string>> {
  const changed = new Set(changes.flatMap(({ oldOid, newOid }) => [oldOid, newOid]));
  const small = new Set<string>();
  for (const listing of [base, head]) {
    for (const { oid, size, mode } of listing) {
      if (changed.has(oid) && mode.startsWith('100') && size < POINTER_BYTES) small.add(oid);
    }
  }
  const isPointer = await Promise.all(
    [...small].map(async (oid) => (await store.blob(oid))?.toString('latin1').startsWith(POINTER_START) === true),
  );
  return new Set([...small].filter((_, index) => isPointer[index]));
}
