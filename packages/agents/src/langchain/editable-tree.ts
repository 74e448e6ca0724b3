import type { FileEdit, Tree, TreeFile, WorkTree } from '@typed-evidence-chain/core';

/** A tool was used in a way that cannot work; the words go to the model. */
export class ToolFault extends Error {}

const CONTROL = /[\u0000-\u001f\u007f\\]/;

/** A path inside of the tree, in its one spelling; anything that could lead out of it is a fault. */
export function treePath(given: string): string {
  const path = given.trim().replace(/^(?:\.\/)+/, '');
  const parts = path.split('/');
  const bad =
    path === '' ||
    path.startsWith('/') ||
    CONTROL.test(path) ||
    parts.some((part) => part === '' || part === '.' || part === '..' || part.toLowerCase() === '.git');
  if (bad)
    throw new ToolFault(
      `"${given.slice(0, 200)}" is no path inside of the tree; give one relative to its root, such as src/a.js`,
    );
  return path;
}

/**
 * The files of a task as a model sees and changes them: edits over the base, held in memory. There is no folder that a
 * path could lead out of, and the user's repository is not part of it.
 */
export class EditableTree {
  private readonly edits = new Map<string, string | null>();
  private listing: Promise<ReadonlyMap<string, TreeFile>> | undefined;

  constructor(private readonly work: WorkTree) {}

  /** Paths of all files, sorted. */
  async paths(): Promise<readonly string[]> {
    const paths = new Set((await this.base()).keys());
    for (const [path, content] of this.edits) {
      if (content === null) paths.delete(path);
      else paths.add(path);
    }
    return [...paths].sort();
  }

  /** The text of a file; undefined where there is no such file. */
  async read(path: string): Promise<string | undefined> {
    const edited = this.edits.get(path);
    if (edited !== undefined) return edited ?? undefined;
    const entry = (await this.base()).get(path);
    if (entry?.mode === '120000' || entry?.mode === '160000')
      throw new ToolFault(
        `${path} is a ${entry.mode === '120000' ? 'symbolic link' : 'submodule'}: it cannot be read or edited`,
      );
    return (await this.work.trees.base.read(path))?.toString('utf8');
  }

  async write(path: string, content: string): Promise<void> {
    const base = await this.base();
    const entry = base.get(path);
    if (entry && !entry.mode.startsWith('100')) throw new ToolFault(`${path} is no regular file: it cannot be edited`);
    const paths = await this.paths();
    const parts = path.split('/');
    const above = parts.slice(0, -1).map((_, index) => parts.slice(0, index + 1).join('/'));
    const file = above.find((folder) => paths.includes(folder));
    if (file !== undefined) throw new ToolFault(`${file} is a file, not a folder`);
    if (paths.some((other) => other.startsWith(`${path}/`))) throw new ToolFault(`${path} is a folder`);
    this.edits.set(path, content);
  }

  async remove(path: string): Promise<void> {
    if (!(await this.paths()).includes(path)) throw new ToolFault(`There is no file ${path}`);
    if ((await this.base()).has(path)) this.edits.set(path, null);
    else this.edits.delete(path);
  }

  /** The present state. */
  tree(): Promise<Tree> {
    return this.derive(() => true, 'work');
  }

  /** The base with some of the edits: those to the tests, for a reproduction. */
  baseWith(wanted: (path: string) => boolean): Promise<Tree> {
    return this.derive((path) => wanted(path) && this.edits.get(path) !== null, 'base + tests of the change');
  }

  changedPaths(): readonly string[] {
    return [...this.edits.keys()].sort();
  }

  private derive(wanted: (path: string) => boolean, label: string): Promise<Tree> {
    const edits: FileEdit[] = [...this.edits]
      .filter(([path]) => wanted(path))
      .map(([path, content]) => ({ path, content }));
    return this.work.trees.derive(this.work.trees.base, edits, label);
  }

  private base(): Promise<ReadonlyMap<string, TreeFile>> {
    this.listing ??= this.work.trees.base.list().then((files) => new Map(files.map((file) => [file.path, file])));
    return this.listing;
  }
}
