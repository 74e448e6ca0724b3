import { rename } from 'node:fs/promises';
import { join } from 'node:path';

import { ChainError, WorkspaceError } from '@typed-evidence-chain/core';

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
  readonly #listings = new Map<string, Promise<readonly TreeEntry[]>>();
  readonly #checkouts = new Map<string, Promise<string>>();
  readonly #ready: string[] = [];

  constructor(
    private readonly repository: PrivateRepository,
    private readonly folder: string,
  ) {
    this.#reader = new ObjectReader(repository.git);
  }

  list(tree: string): Promise<readonly TreeEntry[]> {
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
    if (isPlain(path)) return this.blob(`${tree}:${path}`);
    const entry = (await this.list(tree)).find((candidate) => candidate.path === path);
    return entry === undefined ? undefined : this.blob(entry.oid);
  }

  object(oid: string): Promise<GitObject | undefined> {
    return this.#reader.read(oid);
  }

  async blob(name: string): Promise<Buffer | undefined> {
    const object = await this.#reader.read(name);
    return object?.type === 'blob' ? object.content : undefined;
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
        read: (oid) => this.#reader.read(oid),
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
