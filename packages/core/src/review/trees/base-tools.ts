import { touchedPaths } from '../files/changed-files.js';
import type { FileEdit, Tree } from '../ports/tree.js';
import type { ReviewSession } from '../session.js';

/** The head with the configuration of compilers and linters as the base has it, where the base has it. */
export async function asBaseTools(session: ReviewSession): Promise<Tree> {
  const head = await session.headRun();
  const edits: FileEdit[] = [];
  for (const path of touchedPaths(session.trees.patch)) {
    if (session.roles.of(path) !== 'tool-config') continue;
    const content = await session.trees.base.read(path);
    if (content !== undefined) edits.push({ path, content });
  }
  return edits.length === 0 ? head : session.trees.derive(head, edits, 'head with the tools of the base');
}
