import { pathAtBase, pathAtHead } from '../files/changed-files.js';
import { moduleAt, withoutEnding } from '../files/module-path.js';
import type { FileRoles } from '../files/roles.js';
import { missingFrom } from '../tamper/surface.js';
import type { CodeAnalysis, TestSurface } from '../ports/code-analysis.js';
import type { FileEdit, Tree } from '../ports/tree.js';
import type { ReviewTrees } from '../ports/workspace.js';
import { asOnBase, changedExistingTests } from './head-run.js';

const claims = ({ cases, shared, markers }: TestSurface): string =>
  JSON.stringify([
    cases.map(({ title, assertions, body, markers: own }) => [title, assertions, body, own]),
    shared,
    markers,
  ]);

/**
 * Whether an edited test file claims exactly what it claimed, and only imports modules under the names that the same
 * patch gives them: such a file is the test of the base, for code that has moved. Imports of anything that the patch
 * did not move or add to the program (a stand-in among the tests, a copy of the old code) are another test.
 */
async function onlyImportsMoved(
  path: string,
  trees: ReviewTrees,
  roles: FileRoles,
  analysis: CodeAnalysis,
): Promise<boolean> {
  const [before, after] = await Promise.all([trees.base.read(path), trees.head.read(path)]);
  if (!before || !after || !analysis.isCode(path)) return false;
  const [old, now] = [before.toString('utf8'), after.toString('utf8')];
  const [base, head] = await Promise.all([analysis.testSurface(path, old), analysis.testSurface(path, now)]);
  if (!base || !head || claims(base) !== claims(head)) return false;
  const [oldImports, newImports] = await Promise.all([analysis.imports(path, old), analysis.imports(path, now)]);
  if (!oldImports || !newImports) return false;
  const moved = new Set(
    trees.patch.files
      .filter((file) => file.status !== 'deleted' && roles.of(file.path) === 'production')
      .map((file) => withoutEnding(file.path)),
  );
  return missingFrom(newImports, oldImports).every((specifier) => moved.has(moduleAt(path, specifier) ?? ''));
}

/**
 * The code of the head under the tests of the base, and no others: what an edited, renamed or deleted test would have
 * said, out of reach of what a new test file does to the process that it shares with the old ones (THREATS D4).
 */
export async function buildHybrid(
  trees: ReviewTrees,
  roles: FileRoles,
  analysis: CodeAnalysis,
  headRun: Tree,
): Promise<Tree> {
  const edits: FileEdit[] = [];
  for (const path of changedExistingTests(trees, roles)) {
    if (!(await onlyImportsMoved(path, trees, roles, analysis))) edits.push(await asOnBase(trees, path));
  }
  for (const file of trees.patch.files) {
    const head = pathAtHead(file);
    const isNew =
      file.status === 'added' || file.status === 'copied' || (file.status === 'renamed' && head !== pathAtBase(file));
    if (isNew && head !== undefined && roles.isTest(head)) edits.push({ path: head, content: null });
  }
  return trees.derive(headRun, edits, 'head with the tests of the base');
}
