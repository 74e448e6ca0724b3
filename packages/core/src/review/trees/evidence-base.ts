import type { FileRoles } from '../files/roles.js';
import type { FileEdit, Tree } from '../ports/tree.js';
import type { ReviewTrees } from '../ports/workspace.js';
import { pathAtHead } from '../files/changed-files.js';
import { normalisePath } from '../measure/select-tests.js';

/**
 * base + evidence: the base with the test files of the patch laid over it, and the new files that the evidence names.
 * Never a source that exists on the base, a manifest, a lock file, runner configuration or a set-up file
 * (CONTRACT, section 9, "Trees"; THREATS B51).
 */
export async function buildEvidenceBase(trees: ReviewTrees, roles: FileRoles, named: readonly string[]): Promise<Tree> {
  const wanted = new Set(named.map(normalisePath));
  const edits: FileEdit[] = [];
  for (const file of trees.patch.files) {
    const path = pathAtHead(file);
    if (path === undefined || file.external !== undefined) continue;
    const role = roles.of(path);
    const isNamedNewFile = wanted.has(path) && file.status === 'added' && (role === 'production' || role === 'docs');
    if (role !== 'test' && !isNamedNewFile) continue;
    const content = await trees.head.read(path);
    if (content !== undefined)
      edits.push({ path, content, ...(file.newMode === undefined ? {} : { mode: file.newMode }) });
  }
  return trees.derive(trees.base, edits, 'base + evidence');
}
