import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import type { DependencyFolder, ReviewTrees, Tree } from '@typed-evidence-chain/core';

/** A tree that is a plain folder. */
export function folderTree(directory: string): Tree {
  return {
    label: 'base',
    id: directory,
    list: async () => {
      const entries = await readdir(directory, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => ({
          path: relative(directory, join(entry.parentPath, entry.name)),
          mode: '100644' as const,
          oid: '',
          size: 0,
        }))
        .filter(({ path }) => !path.includes('node_modules/'));
    },
    read: async (path) => {
      try {
        return await readFile(join(directory, path));
      } catch (error) {
        if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
          return undefined;
        throw error;
      }
    },
    directory: async () => directory,
  };
}

export interface Project {
  readonly tree: Tree;
  readonly trees: ReviewTrees;
  readonly folder: string;
  readonly remove: () => Promise<void>;
}

/** Files in a new folder, as a tree under review. */
export async function createProject(
  files: Readonly<Record<string, string>>,
  dependencies: readonly DependencyFolder[] = [],
): Promise<Project> {
  const base = await mkdtemp(join(tmpdir(), 'tec-project-'));
  const folder = join(base, 'tree');
  const scratch = join(base, 'scratch');
  await mkdir(folder);
  await mkdir(scratch);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const tree = folderTree(folder);
  const trees: ReviewTrees = {
    baseCommit: '0'.repeat(40),
    base: tree,
    head: tree,
    patch: { digest: '', text: '', files: [] },
    dependencies,
    derive: async () => tree,
    scratch,
    close: async () => {},
  };
  return { tree, trees, folder, remove: () => rm(base, { recursive: true, force: true }) };
}
