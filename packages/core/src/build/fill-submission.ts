import type { ReviewTrees } from '../review/ports/workspace.js';
import type { CodeAnalysis } from '../review/ports/code-analysis.js';
import type { FileRoles } from '../review/files/roles.js';
import { pathAtHead } from '../review/files/changed-files.js';
import type { Task } from '../task/task.js';
import type { ChangeView, TypeBuilder } from './builder.js';
import type { CodeLocation, RawSubmission } from './submission.js';

export interface Filled {
  readonly submission: RawSubmission;
  readonly notes: readonly string[];
}

/** The first line of code of each changed part of the program, at the head. */
async function changedCode(
  trees: ReviewTrees,
  roles: FileRoles,
  analysis: CodeAnalysis,
): Promise<readonly CodeLocation[]> {
  const locations: CodeLocation[] = [];
  for (const change of trees.patch.files) {
    const path = pathAtHead(change);
    if (path === undefined || change.binary || roles.of(path) !== 'production') continue;
    const source = (await trees.head.read(path))?.toString('utf8') ?? '';
    const kinds = await analysis.lineKinds(path, source);
    for (const hunk of change.hunks) {
      const lines = Array.from({ length: Math.max(1, hunk.newLines) }, (_, index) => hunk.newStart + index);
      const line = lines.find((candidate) => ['code', 'declaration'].includes(kinds?.[candidate - 1] ?? 'code'));
      if (line !== undefined && line > 0) locations.push({ file: path, line });
    }
  }
  return locations;
}

/**
 * A submission for a change that came without one: the evidence from the tests that it adds or edits. Where the type
 * has such evidence, each criterion is said to be met by the changed code that the evidence has to prove; a type whose
 * evidence *is* the AC coverage gets none, since nobody can say where a criterion is met but the author.
 */
export async function fillSubmission(
  type: string,
  task: Task,
  builder: TypeBuilder<unknown>,
  trees: ReviewTrees,
  roles: FileRoles,
  analysis: CodeAnalysis,
): Promise<Filled> {
  const testFiles = trees.patch.files
    .map(pathAtHead)
    .filter((path): path is string => path !== undefined && roles.isTest(path));
  const view: ChangeView = { task, base: trees.base, head: trees.head, patch: trees.patch, analysis, testFiles };
  const evidence = await builder.evidenceFromChange(view);
  const found = evidence !== undefined && evidence !== null;
  const locations = found ? await changedCode(trees, roles, analysis) : [];
  const notes = [
    found
      ? `no submission was given: the evidence was filled in from the change's own tests (${testFiles.join(', ') || 'none'})`
      : 'no submission was given, and the change has no tests that could stand for its evidence',
    ...(found && task.acceptanceCriteria.length > 0
      ? ['no submission was given: every criterion is taken as met by the changed code']
      : []),
  ];
  const acCoverage = found
    ? task.acceptanceCriteria.map(({ id }) => ({
        criterion: id,
        status: 'covered' as const,
        locations: [...locations],
        tests: [],
      }))
    : [];
  return { submission: { type, status: 'DONE', summary: task.title, acCoverage, evidence: evidence ?? null }, notes };
}
