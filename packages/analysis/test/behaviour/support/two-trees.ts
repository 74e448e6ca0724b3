import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import type { FileChange, FileEdit, Hunk, ReviewTrees, Tree, TreeFile } from '@typed-evidence-chain/core';

export type Files = Readonly<Record<string, string>>;

/** Trees of a review made from two sets of files, with git's own idea of the difference. */
export async function twoTrees(base: Files, head: Files): Promise<ReviewTrees> {
  const scratch = await mkdtemp(join(tmpdir(), 'tec-two-trees-'));
  await writeFiles(join(scratch, 'base'), base);
  await writeFiles(join(scratch, 'head'), head);
  return treesOfFolders(join(scratch, 'base'), join(scratch, 'head'), scratch);
}

export async function treesOfFolders(base: string, head: string, scratch: string): Promise<ReviewTrees> {
  const raw = git(scratch, ['diff', '--no-index', '-M', '--raw', '--abbrev=40', '-z', base, head]);
  const text = git(scratch, ['diff', '--no-index', '-M', '-U0', '--no-color', base, head]);
  const files = changesOf(raw, text, base, head);
  let derived = 0;
  return {
    baseCommit: '0'.repeat(40),
    base: treeOf(base, 'base'),
    head: treeOf(head, 'head'),
    patch: { digest: `sha256:${createHash('sha256').update(text).digest('hex')}`, text, files },
    dependencies: [],
    derive: async (from, edits, label) => {
      derived += 1;
      const folder = join(scratch, `derived-${derived}`);
      await cp(await from.directory(), folder, { recursive: true });
      await applyEdits(folder, edits);
      return treeOf(folder, label);
    },
    scratch,
    close: async () => rm(scratch, { recursive: true, force: true }),
  };
}

function treeOf(directory: string, label: string): Tree {
  const list = async (): Promise<TreeFile[]> => {
    const entries = await readdir(directory, { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(directory, join(entry.parentPath, entry.name)));
    return Promise.all(
      files
        .filter((path) => !path.split('/').includes('node_modules'))
        .toSorted()
        .map(async (path) => ({
          path,
          mode: '100644' as const,
          oid: path,
          size: (await stat(join(directory, path))).size,
        })),
    );
  };
  const read = async (path: string): Promise<Buffer | undefined> =>
    (await list()).some((file) => file.path === path) ? readFile(join(directory, path)) : undefined;
  return { label, id: `${label} ${directory}`, list, read, directory: () => Promise.resolve(directory) };
}

async function writeFiles(folder: string, files: Files): Promise<void> {
  await mkdir(folder, { recursive: true });
  await applyEdits(
    folder,
    Object.entries(files).map(([path, content]) => ({ path, content })),
  );
}

async function applyEdits(folder: string, edits: readonly FileEdit[]): Promise<void> {
  for (const { path, content } of edits) {
    const file = join(folder, path);
    if (content === null) await rm(file, { force: true });
    else {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
    }
  }
}

function git(cwd: string, args: readonly string[]): string {
  try {
    return execFileSync('git', args, { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  } catch (error) {
    // 1 says that there are differences.
    if ((error as { status?: number }).status === 1) return (error as { stdout: string }).stdout;
    throw error;
  }
}

const STATUS = { A: 'added', D: 'deleted', M: 'modified', R: 'renamed', C: 'copied', T: 'modified' } as const;

function changesOf(raw: string, text: string, base: string, head: string): FileChange[] {
  const hunks = hunksOf(text);
  const fields = raw.split('\0');
  const changes: FileChange[] = [];
  for (let at = 0; at < fields.length - 1;) {
    const letter = (fields[at]?.split(' ').at(-1) ?? 'M').slice(0, 1) as keyof typeof STATUS;
    const two = letter === 'R' || letter === 'C';
    const strip = (path: string): string =>
      relative(path.startsWith(head) ? head : base, path.startsWith('/') ? path : `/${path}`);
    const from = strip(fields[at + 1] ?? '');
    const path = two ? strip(fields[at + 2] ?? '') : from;
    changes.push({
      status: STATUS[letter],
      path,
      ...(two ? { oldPath: from } : {}),
      binary: false,
      hunks: hunks.find((one) => one.header.endsWith(`/${path}`))?.hunks ?? [],
    });
    at += two ? 3 : 2;
  }
  return changes;
}

function hunksOf(text: string): { header: string; hunks: Hunk[] }[] {
  return text
    .split(/^diff --git /m)
    .slice(1)
    .map((part) => {
      const header = part.split('\n')[0] ?? '';
      const hunks = part
        .split(/^@@ /m)
        .slice(1)
        .map((hunk) => {
          const [, oldStart = '0', oldLines = '1', newStart = '0', newLines = '1'] =
            /^-(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))?/.exec(hunk) ?? [];
          const lines = hunk.split('\n').slice(1);
          const of = (sign: string): string[] =>
            lines.filter((line) => line.startsWith(sign)).map((line) => line.slice(1));
          return {
            oldStart: Number(oldStart),
            oldLines: Number(oldLines),
            newStart: Number(newStart),
            newLines: Number(newLines),
            removed: of('-'),
            added: of('+'),
          };
        });
      return { header, hunks };
    });
}
