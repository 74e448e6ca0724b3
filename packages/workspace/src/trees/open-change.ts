import { InputError, type DependencyFolder, type OpenRequest, type OpenResult } from '@typed-evidence-chain/core';

import { computeFileChanges, touchedPaths } from './compute-file-changes.js';
import { findDependencies } from './find-dependencies.js';
import { GitReviewTrees, type ReviewParts } from './git-review-trees.js';
import { judgeLinkedFolders, judgePaths, type PathProblem } from './judge-paths.js';
import { judgeLinks } from './judge-links.js';
import { parsePatch, type PatchSection } from './parse-patch.js';
import type { RawChange } from './parse-raw-diff.js';
import type { TreeEntry } from './parse-tree-listing.js';
import { pathKey } from './path-bytes.js';
import { computedPatch, givenPatch } from './read-change.js';
import { listLfsPointers } from './lfs-pointers.js';
import type { UserRepository } from './user-repository.js';

/** A base and what is to be put on it. */
interface Change {
  readonly baseCommit: string;
  readonly baseTree: string;
  readonly base: readonly TreeEntry[];
  readonly dependencies: readonly DependencyFolder[];
  readonly patch: { readonly digest: string; readonly text: Buffer };
}

/** From a request to the trees, or to the reason why there are none. */
export async function openChange(
  parts: ReviewParts,
  source: UserRepository,
  request: OpenRequest,
): Promise<OpenResult> {
  const { change, base, maxPatchBytes } = request;
  const { repository, store } = parts;
  const head = change.kind === 'head' ? change.ref : undefined;
  const baseCommit = await source.base(base, head);
  const baseTree = await repository.treeOf(baseCommit);
  const headTree = head === undefined ? undefined : await repository.treeOf(await source.commit(head));
  const patch =
    change.kind === 'patch'
      ? givenPatch(change.text, maxPatchBytes)
      : await computedPatch(repository, baseTree, headTree!, maxPatchBytes);
  const { digest, bytes, text } = patch;
  if (text === undefined) return { kind: 'too-large', baseCommit, digest, bytes };

  const files = await store.list(baseTree);
  const dependencies = await findDependencies(source.toplevel, files);
  const found: Change = { baseCommit, baseTree, base: files, dependencies, patch: { digest, text } };
  return headTree === undefined
    ? openPatch(parts, found, change.kind === 'patch' ? change.file : undefined)
    : openTrees(parts, found, headTree);
}

async function openPatch(parts: ReviewParts, change: Change, file: string | undefined): Promise<OpenResult> {
  const { baseCommit, baseTree, base, dependencies, patch } = change;
  const { digest, text } = patch;
  const refuse = (reason: string): OpenResult => ({ kind: 'does-not-apply', baseCommit, digest, reason });
  const sections = parsePatch(text);
  if (sections.length === 0) {
    if (text.toString('latin1').trim() === '') return refuse('the patch is empty');
    throw new InputError('input/not-a-patch', `${file ?? 'The text'} holds no patch: there is no "diff --git" line`, {
      file,
      remedy: 'Make the patch with: git diff --binary',
    });
  }
  const named = sections.flatMap(({ oldPath, newPath }) => [oldPath, newPath]).filter((path) => path !== undefined);
  const problems = distinct([...judgePaths(named, base, dependencies), ...judgeLinkedFolders(sections, base)]);
  if (problems.length > 0) return { kind: 'unsafe', baseCommit, digest, problems };
  const bare = sections.find(({ binary }) => binary === 'without-data');
  if (bare !== undefined) {
    const path = (bare.newPath ?? bare.oldPath)?.path;
    return refuse(`${path} is binary and the patch has no data for it; make it with: git diff --binary`);
  }
  const applied = await parts.repository.apply(baseTree, text);
  if (applied.kind === 'refused') return refuse(applied.reason);
  return openTrees(parts, change, applied.tree, sections);
}

/** `sections`: what a patch text said about the change, where there was one. */
async function openTrees(
  parts: ReviewParts,
  { baseCommit, baseTree, base, dependencies, patch }: Change,
  headTree: string,
  sections?: readonly PatchSection[],
): Promise<OpenResult> {
  const { digest, text } = patch;
  const { store, repository } = parts;
  // Three answers about the same two trees.
  const [entries, head, changedLines] = await Promise.all([
    repository.changes(baseTree, headTree),
    store.list(headTree),
    repository.lines(baseTree, headTree),
  ]);
  const mismatch =
    entries.length === 0 ? 'the patch is empty: it changes nothing' : sections && findMismatch(sections, entries);
  if (mismatch !== undefined) return { kind: 'does-not-apply', baseCommit, digest, reason: mismatch };

  const problems = distinct([
    ...judgePaths(touchedPaths(entries), base, dependencies),
    ...(await judgeLinks(entries, base, head, (entry) => linkTarget(parts, entry))),
  ]);
  if (problems.length > 0) return { kind: 'unsafe', baseCommit, digest, problems };

  const pointers = await listLfsPointers(entries, base, head, store);
  const lines = parsePatch(changedLines);
  const files = computeFileChanges(entries, lines, (oid) => pointers.has(oid));
  const facts = { baseCommit, baseTree, headTree, dependencies };
  return {
    kind: 'opened',
    trees: new GitReviewTrees(parts, { ...facts, patch: { digest, text: text.toString('utf8'), files } }),
  };
}

/** Our reading of the patch text against what git made of it; undefined where both name the same files. */
function findMismatch(sections: readonly PatchSection[], entries: readonly RawChange[]): string | undefined {
  const named = new Map(
    sections.flatMap(({ oldPath, newPath, copy }) =>
      [copy ? undefined : oldPath, newPath].flatMap((path) => (path === undefined ? [] : [[pathKey(path), path.path]])),
    ) as [string, string][],
  );
  for (const path of touchedPaths(entries)) {
    if (!named.delete(pathKey(path))) return `the patch changes ${path.path} without naming it in a header`;
  }
  const [unchanged] = named.values();
  return unchanged === undefined ? undefined : `the patch names ${unchanged} and leaves it as it is`;
}

async function linkTarget({ store }: ReviewParts, { oid }: TreeEntry): Promise<string> {
  return (await store.blob(oid))?.toString('utf8') ?? '';
}

function distinct(problems: readonly PathProblem[]): readonly PathProblem[] {
  return [...new Map(problems.map((problem) => [`${problem.path}\0${problem.reason}`, problem])).values()];
}
