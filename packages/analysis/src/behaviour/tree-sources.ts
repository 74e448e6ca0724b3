import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tree } from '@typed-evidence-chain/core';

const MAX_BYTES = 1_000_000;

/** The text files of a tree, each read once. Links are not followed. */
export class TreeSources {
  private readonly texts = new Map<string, Promise<string | undefined>>();

  private constructor(
    readonly tree: Tree,
    readonly paths: ReadonlySet<string>,
    private readonly directory: string,
  ) {}

  static async open(tree: Tree): Promise<TreeSources> {
    const files = await tree.list();
    const regular = files.filter((file) => file.mode.startsWith('100') && file.size <= MAX_BYTES);
    return new TreeSources(tree, new Set(regular.map((file) => file.path)), await tree.directory());
  }

  read(path: string): Promise<string | undefined> {
    if (!this.paths.has(path)) return Promise.resolve(undefined);
    const known = this.texts.get(path) ?? readFile(join(this.directory, path), 'utf8');
    this.texts.set(path, known);
    return known;
  }

  /** Undefined for a file that is missing or no JSON object. */
  async json(path: string): Promise<Record<string, unknown> | undefined> {
    const text = await this.read(path);
    if (text === undefined) return undefined;
    try {
      const value: unknown = JSON.parse(text);
      return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
    } catch {
      return undefined; // tsconfig.json with comments and the like: its settings count as not given.
    }
  }
}
