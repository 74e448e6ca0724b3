import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { Tree, WorkTree, WorkTreeRequest } from '@typed-evidence-chain/core';

import { findDependencies } from './find-dependencies.js';
import { GitReviewTrees, type ReviewFacts, type ReviewParts } from './git-review-trees.js';
import { GitTree } from './git-tree.js';
import type { Git } from './git.js';
import { Lifetime } from './lifetime.js';
import { PrivateRepository } from './private-repository.js';
import { computedPatch } from './read-change.js';
import { createScratchFolder, removeScratchFolder } from '../scratch/scratch-folder.js';
import { TreeStore } from './tree-store.js';
import { UserRepository } from './user-repository.js';
import { writeCheckout } from './write-checkout.js';

/** A change that somebody makes is held against `review.maxPatchMb` later; here only memory sets a limit. */
const MOST_BYTES = 500_000_000;

const NOTHING = { digest: `sha256:${createHash('sha256').update('').digest('hex')}`, text: '', files: [] } as const;

/** Lays out the base once more, to be written to; the git folder of it is private and lies beside it. */
export async function openGitWorkTree(
  request: WorkTreeRequest,
  root: string,
  gitFor: (lifetime: Lifetime) => Git,
): Promise<WorkTree> {
  const lifetime = new Lifetime(request.signal);
  const source = await UserRepository.find(gitFor(lifetime), request.repository);
  const folder = createScratchFolder(root);
  let store: TreeStore | undefined;
  try {
    const repository = await PrivateRepository.create(gitFor(lifetime), join(folder, 'git'), source);
    const [trees, scratch] = [join(folder, 'trees'), join(folder, 'scratch')];
    await mkdir(trees);
    await mkdir(scratch);
    store = new TreeStore(repository, trees, true);
    const baseCommit = await source.commit(request.base ?? 'HEAD');
    const baseTree = await repository.treeOf(baseCommit);
    const dependencies = await findDependencies(source.toplevel, await store.list(baseTree));
    return new GitWorkTree(
      { folder, scratch, repository, store, lifetime },
      { baseCommit, baseTree, headTree: baseTree, patch: NOTHING, dependencies },
    );
  } catch (error) {
    await store?.close();
    await removeScratchFolder(folder);
    throw error;
  }
}

class GitWorkTree implements WorkTree {
  readonly trees: GitReviewTrees;
  #folder: Promise<string> | undefined;

  constructor(
    private readonly parts: ReviewParts,
    private readonly facts: ReviewFacts,
  ) {
    this.trees = new GitReviewTrees(parts, facts);
  }

  readonly folder = (): Promise<string> => (this.#folder ??= this.parts.lifetime.run(() => this.#layOut()));

  readonly snapshot = (): Promise<Tree> =>
    this.parts.lifetime.run(async () => {
      const id = await this.parts.repository.treeOfFolder(this.facts.baseTree, await this.folder());
      return new GitTree({ ...this.parts, like: [this.facts.baseTree] }, id, 'work');
    });

  readonly diff = (tree: Tree): Promise<Buffer> =>
    this.parts.lifetime.run(
      async () =>
        (await computedPatch(this.parts.repository, this.facts.baseTree, tree.id, MOST_BYTES)).text ?? Buffer.alloc(0),
    );

  async #layOut(): Promise<string> {
    const { store, repository } = this.parts;
    const folder = join(this.parts.scratch, 'work');
    await writeCheckout({
      folder,
      entries: await store.list(this.facts.baseTree),
      read: (oid) => store.object(oid),
      throwIfAborted: () => repository.git.throwIfAborted(),
    });
    return folder;
  }
}
