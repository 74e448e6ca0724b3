import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import {
  WorkspaceError,
  type DependencyFolder,
  type FileEdit,
  type FileMode,
  type Patch,
  type ReviewTrees,
  type Tree,
} from '@typed-evidence-chain/core';

import type { PlacedEdit } from './derived-trees.js';
import { GitTree } from './git-tree.js';
import type { Lifetime } from './lifetime.js';
import { pathProblem } from './path-safety.js';
import type { PrivateRepository } from './private-repository.js';
import { removeFolder } from '../scratch/remove-folder.js';
import { removeScratchFolder } from '../scratch/scratch-folder.js';
import type { TreeStore } from './tree-store.js';

export interface ReviewParts {
  readonly folder: string;
  readonly scratch: string;
  readonly repository: PrivateRepository;
  readonly store: TreeStore;
  readonly lifetime: Lifetime;
}

export interface ReviewFacts {
  readonly baseCommit: string;
  readonly baseTree: string;
  readonly headTree: string;
  readonly patch: Patch;
  readonly dependencies: readonly DependencyFolder[];
}

export class GitReviewTrees implements ReviewTrees {
  readonly baseCommit: string;
  readonly base: Tree;
  readonly head: Tree;
  readonly patch: Patch;
  readonly dependencies: readonly DependencyFolder[];
  readonly scratch: string;
  #edits = 0;
  #closing: Promise<void> | undefined;

  constructor(
    private readonly parts: ReviewParts,
    facts: ReviewFacts,
  ) {
    this.baseCommit = facts.baseCommit;
    this.patch = facts.patch;
    this.dependencies = facts.dependencies;
    this.scratch = parts.scratch;
    this.base = new GitTree({ ...parts, like: [facts.headTree] }, facts.baseTree, 'base');
    this.head = new GitTree({ ...parts, like: [facts.baseTree] }, facts.headTree, 'head');
  }

  readonly derive = (from: Tree, edits: readonly FileEdit[], label: string): Promise<Tree> =>
    this.parts.lifetime.run(async () => {
      const id = edits.length === 0 ? from.id : await this.#edit(from.id, edits);
      return new GitTree({ ...this.parts, like: [from.id, this.base.id, this.head.id] }, id, label);
    });

  readonly close = (): Promise<void> => (this.#closing ??= this.#close());

  async #close(): Promise<void> {
    await closeReview(this.parts);
  }

  async #edit(tree: string, edits: readonly FileEdit[]): Promise<string> {
    for (const { path, mode } of edits) checkEdit(path, mode);
    const modes = new Map((await this.parts.store.list(tree)).map(({ path, mode }) => [path, mode]));
    const placed = edits.map(({ path, mode, content }) => ({
      path,
      mode: mode ?? regularMode(modes.get(path)),
      content,
    }));
    return (await this.parts.store.derive(tree, placed)) ?? this.#editByGit(tree, placed);
  }

  async #editByGit(tree: string, edits: readonly PlacedEdit[]): Promise<string> {
    const written = edits.filter((edit) => edit.content !== null);
    const oids = await this.#store(written.map(({ content }) => content!));
    const oidOf = new Map(written.map((edit, index) => [edit, oids[index]!]));
    return this.parts.repository.edit(
      tree,
      edits.map((edit) => ({ path: edit.path, mode: edit.mode, oid: oidOf.get(edit) ?? null })),
    );
  }

  /** Through files, as one git process can then store all of them. */
  async #store(contents: readonly (Buffer | string)[]): Promise<readonly string[]> {
    this.#edits += 1;
    const folder = join(this.parts.folder, 'edits', String(this.#edits));
    await mkdir(folder, { recursive: true });
    const files = contents.map((_, index) => join(folder, String(index)));
    for (const [index, content] of contents.entries()) await writeFile(files[index]!, content);
    const oids = await this.parts.repository.store(files);
    await removeFolder(folder);
    return oids;
  }
}

/** Ends what is under way and removes everything that the review made. */
export async function closeReview({ lifetime, store, folder }: Omit<ReviewParts, 'scratch'>): Promise<void> {
  await lifetime.close();
  await store.close();
  await removeScratchFolder(folder);
}

function checkEdit(path: string, mode: FileMode | undefined): void {
  const problem = pathProblem(path) ?? (mode === '160000' ? 'a submodule has no content' : undefined);
  if (problem !== undefined) throw new WorkspaceError('workspace/git-failed', `${path} can't be edited: ${problem}`);
}

/** An edited file keeps its mode; text in the place of a link or a submodule is a regular file. */
function regularMode(mode: FileMode | undefined): FileMode {
  return mode === '100755' ? mode : '100644';
}
