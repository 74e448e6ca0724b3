import type { Tree, TreeFile } from '@typed-evidence-chain/core';

import type { Lifetime } from './lifetime.js';
import type { TreeStore } from './tree-store.js';

export interface GitTreeParts {
  readonly store: TreeStore;
  readonly lifetime: Lifetime;
  /** Ids of trees that differ little from this one. */
  readonly like: readonly string[];
}

/** A git tree of the private repository of a review. */
export class GitTree implements Tree {
  constructor(
    private readonly parts: GitTreeParts,
    readonly id: string,
    readonly label: string,
  ) {}

  readonly list = (): Promise<readonly TreeFile[]> => this.parts.lifetime.run(() => this.parts.store.list(this.id));

  readonly read = (path: string): Promise<Buffer | undefined> =>
    this.parts.lifetime.run(() => this.parts.store.read(this.id, path));

  readonly directory = (): Promise<string> =>
    this.parts.lifetime.run(() => this.parts.store.checkout(this.id, this.parts.like));
}
