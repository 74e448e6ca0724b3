import { mkdir, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isAbsolute, join, relative, resolve } from 'node:path';

import type {
  OpenRequest,
  OpenResult,
  ResolveBaseRequest,
  Workspace,
  WorkTree,
  WorkTreeRequest,
} from '@typed-evidence-chain/core';

import { changedInWorkTree } from './compare-work-tree.js';
import { closeReview } from './git-review-trees.js';
import { gitEnvironment } from './git-environment.js';
import { openGitWorkTree } from './git-work-tree.js';
import { Git } from './git.js';
import { Lifetime } from './lifetime.js';
import { openChange } from './open-change.js';
import { PrivateRepository } from './private-repository.js';
import { createScratchFolder, removeScratchFolder, sweepScratchFolders } from '../scratch/scratch-folder.js';
import { TreeStore } from './tree-store.js';
import { UserRepository } from './user-repository.js';

export interface GitWorkspaceOptions {
  /** Where the folders of reviews are made; an existing folder. Default: the temporary folder of the system. */
  readonly scratchRoot?: string | undefined;
  /** The environment in which git is found. Default: that of the process; `GIT_*` never goes in. */
  readonly env?: NodeJS.ProcessEnv | undefined;
}

/**
 * Lays trees out with git plumbing in a private repository that borrows the user's objects. The user's repository is
 * only read: no ref, index, setting, hook, filter or work-tree file of it is written, run or applied.
 */
export class GitWorkspace implements Workspace {
  readonly #scratchRoot: string;
  readonly #env: Readonly<Record<string, string>>;

  constructor({ scratchRoot = tmpdir(), env = process.env }: GitWorkspaceOptions = {}) {
    this.#scratchRoot = resolve(scratchRoot);
    this.#env = gitEnvironment(env);
  }

  readonly open = async (request: OpenRequest): Promise<OpenResult> => {
    const lifetime = new Lifetime(request.signal);
    const git = new Git({ env: this.#env, cwd: this.#scratchRoot, signal: lifetime.signal });
    const source = await UserRepository.find(git, request.repository);
    const folder = createScratchFolder(this.#scratchRoot);
    let store: TreeStore | undefined;
    try {
      const repository = await PrivateRepository.create(git, join(folder, 'git'), source);
      const [trees, scratch] = [join(folder, 'trees'), join(folder, 'scratch')];
      await mkdir(trees);
      await mkdir(scratch);
      store = new TreeStore(repository, trees);
      const result = await openChange({ folder, scratch, repository, store, lifetime }, source, request);
      if (result.kind !== 'opened') await closeReview({ folder, repository, store, lifetime });
      return result;
    } catch (error) {
      await store?.close();
      await removeScratchFolder(folder);
      throw error;
    }
  };

  readonly readAt = async (
    repository: string,
    ref: string,
    ...paths: readonly string[]
  ): Promise<{ path: string; content: Buffer } | undefined> => {
    const git = new Git({ env: this.#env, cwd: this.#scratchRoot });
    const source = await UserRepository.find(git, repository);
    return source.firstBlob(await source.commit(ref), paths);
  };

  /**
   * What a folder or file of the work tree has in common with a commit: `tracked` when the commit has it, and the paths
   * of the commit's files there that are different or gone. Undefined for a place outside of the work tree.
   */
  readonly compareWith = async (
    repository: string,
    ref: string,
    place: string,
  ): Promise<{ readonly tracked: boolean; readonly changed: readonly string[] } | undefined> => {
    const git = new Git({ env: this.#env, cwd: this.#scratchRoot });
    const source = await UserRepository.find(git, repository);
    if (source.toplevel === undefined) return undefined;
    const path = relative(await realpath(source.toplevel), await realpath(place));
    if (path === '' || path.startsWith('..') || isAbsolute(path)) return undefined;
    const files = await source.filesAt(await source.commit(ref), path);
    return { tracked: files.length > 0, changed: await changedInWorkTree(source.toplevel, files) };
  };

  readonly resolveBase = async (request: ResolveBaseRequest): Promise<string> => {
    const git = new Git({ env: this.#env, cwd: this.#scratchRoot });
    const source = await UserRepository.find(git, request.repository);
    return source.base(request.base, request.head);
  };

  readonly workTree = (request: WorkTreeRequest): Promise<WorkTree> =>
    openGitWorkTree(
      request,
      this.#scratchRoot,
      ({ signal }) => new Git({ env: this.#env, cwd: this.#scratchRoot, signal }),
    );

  readonly sweep = (): Promise<readonly string[]> => sweepScratchFolders(this.#scratchRoot);
}
