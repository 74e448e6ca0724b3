import type { FileRoles } from '../files/roles.js';
import type { FileEdit, Tree } from '../ports/tree.js';
import type { ReviewTrees } from '../ports/workspace.js';
import { pathAtBase, touchedPaths } from '../files/changed-files.js';
import { parseManifest, runnerSections, sameData, withRunnerSectionsOf } from '../files/manifest.js';

const isPackageJson = (path: string): boolean => path === 'package.json' || path.endsWith('/package.json');
const RUNNER_MANIFESTS = /(^|\/)(pyproject\.toml|setup\.cfg|tox\.ini)$/;

/** The edit that gives a path the content of the base, or removes it where the base has no such file. */
export async function asOnBase(trees: ReviewTrees, path: string): Promise<FileEdit> {
  const entry = trees.patch.files.find((file) => pathAtBase(file) === path);
  const content = await trees.base.read(path);
  return { path, content: content ?? null, ...(content && entry?.oldMode ? { mode: entry.oldMode } : {}) };
}

async function manifestEdit(trees: ReviewTrees, path: string): Promise<FileEdit | undefined> {
  const [before, after] = await Promise.all([trees.base.read(path), trees.head.read(path)]);
  const head = after && parseManifest(after.toString('utf8'));
  if (!head) return undefined;
  const base = before && parseManifest(before.toString('utf8'));
  if (
    base === undefined ||
    sameData(
      { ...runnerSections(base), scripts: base['scripts'] },
      { ...runnerSections(head), scripts: head['scripts'] },
    )
  ) {
    return undefined;
  }
  return { path, content: `${JSON.stringify(withRunnerSectionsOf(base, head), null, 2)}\n` };
}

/** What decides how tests run comes from the base (THREATS D4). */
export async function buildHeadRun(trees: ReviewTrees, roles: FileRoles): Promise<Tree> {
  const edits: FileEdit[] = [];
  for (const path of touchedPaths(trees.patch)) {
    if (isPackageJson(path)) {
      const edit = await manifestEdit(trees, path);
      if (edit) edits.push(edit);
    } else if (['test-config', 'tool-config'].includes(roles.of(path)) || RUNNER_MANIFESTS.test(path)) {
      edits.push(await asOnBase(trees, path));
    }
  }
  return trees.derive(trees.head, edits, 'head');
}

/** Test files of the base that the patch changes, renames or deletes (paths at the base). */
export const changedExistingTests = (trees: ReviewTrees, roles: FileRoles): readonly string[] =>
  trees.patch.files
    .filter((file) => file.status !== 'copied')
    .map(pathAtBase)
    .filter((path): path is string => path !== undefined && roles.isTest(path));
