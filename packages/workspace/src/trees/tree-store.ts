import { rename } from 'node:fs/promises';
import { join } from 'node:path';

import { ChainError, WorkspaceError } from '@typed-evidence-chain/core';

import { DerivedTrees, type PlacedEdit } from './derived-trees.js';
import { ObjectReader, type GitObject } from './object-reader.js';
import type { TreeEntry } from './parse-tree-listing.js';
import type { PrivateRepository } from './private-repository.js';
import { removeFolder } from '../scratch/remove-folder.js';
import { writeCheckout } from './write-checkout.js';

// A listing of 20,000 files takes about 5 MB; a review looks at base and head again and again.
const LISTINGS_KEPT = 8;
/** Files; a smaller tree is listed faster than compared. */
const LARGE = 2000;

/** Listings, contents and checkouts of trees, by tree id. */
export class TreeStore {
  readonly #reader: ObjectReader;
  readonly #derived: DerivedTrees;
  readonly #listings = new Map<string, Promise<readonly TreeEntry[]>>();
  readonly #checkouts = new Map<string, Promise<string>>();
  readonly #ready: string[] = [];

  /** `byGit`: git has to know every tree, since it is asked for what changed in it. */
  constructor(
    private readonly repository: PrivateRepository,
    private readonly folder: string,
    private readonly byGit = false,
  ) {
    this.#reader = new ObjectReader(repository.git);
    this.#derived = new DerivedTrees(join(folder, 'contents'), repository.objectFormat);
  }

  list(tree: string): Promise<readonly TreeEntry[]> {
    const derived = this.#derived.list(tree);
    if (derived !== undefined) return Promise.resolve(derived);
    const listing = this.#listings.get(tree) ?? this.#read(tree);
    this.#listings.delete(tree);
    this.#listings.set(tree, listing);
    listing.catch(() => this.#listings.delete(tree)); // the caller gets the error; the next one tries again
    for (const oldest of this.#listings.keys()) {
      if (this.#listings.size <= LISTINGS_KEPT) break;
      this.#listings.delete(oldest);
    }
    return listing;
  }

  async #read(tree: string): Promise<readonly TreeEntry[]> {
    const [known, first] = [...this.#listings].at(0) ?? [];
    const similar = await first?.catch(() => undefined); // whoever asked for it has the error
    return known === undefined || similar === undefined || similar.length < LARGE
      ? this.repository.list(tree)
      : this.repository.listLike(tree, known, similar);
  }

  async read(tree: string, path: string): Promise<Buffer | undefined> {
    if (isPlain(path) && this.#derived.list(tree) === undefined) return this.blob(`${tree}:${path}`);
    const entry = (await this.list(tree)).find((candidate) => candidate.path === path);
    return entry === undefined ? undefined : this.blob(entry.oid);
  }

  async object(oid: string): Promise<GitObject | undefined> {
    const content = await this.#derived.content(oid);
    return content === undefined ? this.#reader.read(oid) : { type: 'blob', content };
  }

  async blob(name: string): Promise<Buffer | undefined> {
    const object = await this.object(name);
    return object?.type === 'blob' ? object.content : undefined;
  }

  /** A tree with other contents of a few files. Undefined where git has to make it; a large tree it edits faster. */
  async derive(tree: string, edits: readonly PlacedEdit[]): Promise<string | undefined> {
    const listing = await this.list(tree);
    this.repository.git.throwIfAborted();
    if (this.byGit) return undefined;
    const isOurs = this.#derived.list(tree) !== undefined; // git does not know it
    return isOurs || listing.length < LARGE ? this.#derived.edit(listing, edits) : undefined;
  }

  /** `like`: trees that differ little from this one, whose checkouts may lend their files. */
  checkout(tree: string, like: readonly string[]): Promise<string> {
    let checkout = this.#checkouts.get(tree);
    if (checkout === undefined) {
      checkout = this.#write(tree, like);
      this.#checkouts.set(tree, checkout);
      checkout.catch(() => this.#checkouts.delete(tree)); // the caller gets the error; the next one tries again
    }
    return checkout;
  }

  close(): Promise<void> {
    return this.#reader.close();
  }

  async #write(tree: string, like: readonly string[]): Promise<string> {
    const folder = join(this.folder, tree);
    const unfinished = `${folder}.unfinished`;
    const similar = like.find((candidate) => this.#ready.includes(candidate)) ?? this.#ready.at(-1);
    try {
      await writeCheckout({
        folder: unfinished,
        entries: await this.list(tree),
        similar:
          similar === undefined ? undefined : { folder: join(this.folder, similar), entries: await this.list(similar) },
        read: (oid) => this.object(oid),
        throwIfAborted: () => this.repository.git.throwIfAborted(),
      });
    } catch (error) {
      await removeFolder(unfinished);
      if (error instanceof ChainError) throw error;
      throw new WorkspaceError('workspace/git-failed', `A tree can't be laid out: ${String(error)}`, { cause: error });
    }
    await rename(unfinished, folder);
    this.#ready.push(tree);
    return folder;
  }
}

/**
 * True where `<tree>:<path>` can mean nothing else to git (gitrevisions(7)): no revision suffix, no name as
 * git-describe makes them (`x-g1234`), nothing relative to a work tree.
 */
function isPlain(path: string): boolean {
  return path !== '' && !/[\n\0^~@{}:]|^\.{0,2}\/|-g[0-9a-f]+$/u.test(path);
}
