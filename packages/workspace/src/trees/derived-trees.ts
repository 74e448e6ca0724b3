import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { FileEdit } from '@typed-evidence-chain/core';

import { insertInTreeOrder } from './insert-in-tree-order.js';
import { objectId, treeId, type ObjectFormat } from './object-id.js';
import type { TreeEntry } from './parse-tree-listing.js';

/** One edit with the mode that its file gets. */
export interface PlacedEdit {
  readonly path: string;
  readonly mode: TreeEntry['mode'];
  readonly content: FileEdit['content'];
}

/**
 * Trees that differ from another one in a few files, and what is new in them. A review makes dozens of them; git would
 * be started five times for each. Contents lie in a folder, under the ids that git would give them.
 */
export class DerivedTrees {
  readonly #listings = new Map<string, readonly TreeEntry[]>();
  readonly #contents = new Set<string>();

  constructor(
    private readonly folder: string,
    private readonly format: ObjectFormat,
  ) {}

  list(tree: string): readonly TreeEntry[] | undefined {
    return this.#listings.get(tree);
  }

  /** Undefined for a content that is not new here. */
  async content(oid: string): Promise<Buffer | undefined> {
    return this.#contents.has(oid) ? readFile(join(this.folder, oid)) : undefined;
  }

  /** The id of the edited tree. As in an index of git, a file takes the place of a folder, and the other way round. */
  async edit(listing: readonly TreeEntry[], edits: readonly PlacedEdit[]): Promise<string> {
    const added = new Map<string, TreeEntry>();
    const isGone = isReplaced(edits);
    for (const [index, { path, mode, content }] of edits.entries()) {
      added.delete(path);
      if (content === null || isReplaced(edits.slice(index + 1))(path)) continue;
      const bytes = Buffer.from(content);
      added.set(path, { path, mode, oid: await this.#keep(bytes), size: bytes.length });
    }
    const kept = listing.filter((entry) => entry.rawPath !== undefined || !isGone(entry.path));
    const entries = insertInTreeOrder(kept, [...added.values()]);
    const id = treeId(entries, this.format);
    this.#listings.set(id, entries);
    return id;
  }

  async #keep(content: Buffer): Promise<string> {
    const oid = objectId('blob', content, this.format);
    if (this.#contents.has(oid)) return oid;
    await mkdir(this.folder, { recursive: true });
    await writeFile(join(this.folder, oid), content);
    this.#contents.add(oid);
    return oid;
  }
}

/** Whether one of the edits has a path to itself: the same, one below it, or one above it. */
function isReplaced(edits: readonly PlacedEdit[]): (path: string) => boolean {
  const own = new Set(edits.map(({ path }) => path));
  const written = new Set(edits.flatMap(({ path, content }) => (content === null ? [] : [path])));
  const above = new Set([...written].flatMap(foldersOf));
  return (path) => own.has(path) || above.has(path) || foldersOf(path).some((folder) => written.has(folder));
}

function foldersOf(path: string): readonly string[] {
  const parts = path.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
}
