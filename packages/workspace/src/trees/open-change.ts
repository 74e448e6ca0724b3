import { InputError, type OpenRequest, type OpenResult } from '@typed-evidence-chain/core';

import { computeFileChanges, touchedPaths } from './compute-file-changes.js';
import { findDependencies } from './find-dependencies.js';
import { GitReviewTrees, type ReviewParts } from './git-review-trees.js';
import { judgeLinkedFolders, judgePaths, type PathProblem } from './judge-paths.js';
import { judgeLinks } from './judge-links.js';
import { parsePatch, type PatchSection } from './parse-patch.js';
import type { RawChange } from './parse-raw-diff.js';
import type { TreeEntry } from './parse-tree-listing.js';
import { pathKey } from './path-bytes.js';
import { computedPatch, givenPatch, type PatchText } from './read-change.js';
import { listLfsPointers } from './lfs-pointers.js';
import type { UserRepository } from './user-repository.js';

/** Base and head of a change that may or may not be fit to be reviewed. */
interface Change {
  readonly baseCommit: string;
  readonly baseTree: string;
  readonly patch: PatchText;
}

/** From a request to the trees, or to the reason why there are none. */
export async function openChange(
  parts: ReviewParts,
  source: UserRepository,
  request: OpenRequest,
): Promise<OpenResult> {
  const { change, base, maxPatchBytes } = request;
  if (change.kind === 'patch') {
    const baseCommit = await source.commit(base ?? 'HEAD');
    const baseTree = await parts.repository.treeOf(baseCommit);
    const patch = givenPatch(change.text, maxPatchBytes);
    return openPatch(parts, source, { baseCommit, baseTree, patch }, change.file);
  }
  const headCommit = await source.commit(change.ref);
  const baseCommit = await (base === undefined
    ? mergeBase(parts, source, headCommit, change.ref)
    : source.commit(base));
  const baseTree = await parts.repository.treeOf(baseCommit);
  const headTree = await parts.repository.treeOf(headCommit);
  const patch = await computedPatch(parts.repository, baseTree, headTree, maxPatchBytes);
  return openTrees(parts, source, { baseCommit, baseTree, patch }, headTree);
}

async function openPatch(
  parts: ReviewParts,
  source: UserRepository,
  change: Change,
  file: string | undefined,
): Promise<OpenResult> {
  const { baseCommit, baseTree, patch } = change;
  const { digest, bytes, text } = patch;
  if (text === undefined) return { kind: 'too-large', baseCommit, digest, bytes };
  const sections = parsePatch(text);
  if (sections.length === 0 && text.toString('latin1').trim() !== '') {
    throw new InputError('input/not-a-patch', `${file ?? 'The text'} holds no patch: there is no "diff --git" line`, {
      file,
      remedy: 'Make the patch with: git diff --binary',
    });
  }
  const refuse = (reason: string): OpenResult => ({ kind: 'does-not-apply', baseCommit, digest, reason });
  if (sections.length === 0) return refuse('the patch is empty');

  const base = await parts.store.list(baseTree);
  const named = sections.flatMap(({ oldPath, newPath }) => [oldPath, newPath]).filter((path) => path !== undefined);
  const dependencies = await findDependencies(source.toplevel, base);
  const problems = distinct([
    ...judgePaths(
      named,
      base,
      dependencies.map(({ path }) => path),
    ),
    ...judgeLinkedFolders(sections, base),
  ]);
  if (problems.length > 0) return { kind: 'unsafe', baseCommit, digest, problems };
  const bare = sections.find(({ binary }) => binary === 'without-data');
  if (bare !== undefined) {
    const path = (bare.newPath ?? bare.oldPath)?.path;
    return refuse(`${path} is binary and the patch has no data for it; make it with: git diff --binary`);
  }
  const applied = await parts.repository.apply(baseTree, text);
  if (applied.kind === 'refused') return refuse(applied.reason);
  return openTrees(parts, source, change, applied.tree, sections);
}

async function openTrees(
  parts: ReviewParts,
  source: UserRepository,
  { baseCommit, baseTree, patch }: Change,
  headTree: string,
  sections?: readonly PatchSection[],
): Promise<OpenResult> {
  const { digest, bytes, text } = patch;
  if (text === undefined) return { kind: 'too-large', baseCommit, digest, bytes };
  const { store, repository } = parts;
  const entries = await repository.changes(baseTree, headTree);
  if (entries.length === 0) {
    return { kind: 'does-not-apply', baseCommit, digest, reason: 'the patch is empty: it changes nothing' };
  }
  const mismatch = sections && findMismatch(sections, entries);
  if (mismatch !== undefined) return { kind: 'does-not-apply', baseCommit, digest, reason: mismatch };

  const [base, head] = [await store.list(baseTree), await store.list(headTree)];
  const dependencies = await findDependencies(source.toplevel, base);
  const problems = distinct([
    ...judgePaths(
      touchedPaths(entries),
      base,
      dependencies.map(({ path }) => path),
    ),
    ...(await judgeLinks(entries, base, head, (entry) => linkTarget(parts, entry))),
  ]);
  if (problems.length > 0) return { kind: 'unsafe', baseCommit, digest, problems };

  const pointers = await listLfsPointers(entries, base, head, store);
  const lines = parsePatch(await repository.lines(baseTree, headTree));
  const files = computeFileChanges(entries, lines, (oid) => pointers.has(oid));
  const facts = { baseCommit, baseTree, headTree, dependencies };
  return {
    kind: 'opened',
    trees: new GitReviewTrees(parts, { ...facts, patch: { digest, text: text.toString('utf8'), files } }),
  };
}

async function mergeBase(
  { repository }: ReviewParts,
  source: UserRepository,
  headCommit: string,
  ref: string,
): Promise<string> {
  const found = await repository.mergeBase(await source.commit('HEAD'), headCommit);
  if (found !== undefined) return found;
  throw new InputError('input/unknown-ref', `HEAD and ${ref} have no common ancestor here`, {
    remedy: 'Name the base with --base; in a shallow clone, fetch more history first: git fetch --unshallow',
    details: { ref },
  });
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
