import { pathAtBase, pathAtHead } from '../../files/changed-files.js';
import type { ReviewSession } from '../../session.js';

/** Comments that take a whole file out of a check; one that names rules takes out those alone, and is none of these. */
const OF_WHOLE_FILES = {
  typecheck: /^[ \t]*(?:\/\/|\/\*)[ \t]*@ts-nocheck\b|^#[ \t]*(?:type:[ \t]*ignore[ \t]*$|mypy:[ \t]*ignore-errors)/m,
  lint: /^[ \t]*\/\*[ \t]*(?:eslint|oxlint)-disable[ \t]*\*\/|^[ \t]*#[ \t]*(?:flake8:[ \t]*noqa[ \t]*$|ruff:[ \t]*noqa[ \t]*$|pylint:[ \t]*skip-file)/m,
} as const;

/** Pure. Whether a file says so at the head and did not on the base. */
export const isSilenced = (kind: keyof typeof OF_WHOLE_FILES, before: string, after: string): boolean =>
  OF_WHOLE_FILES[kind].test(after) && !OF_WHOLE_FILES[kind].test(before);

/** Files of the program that the patch takes out of a check as a whole (THREATS R23). */
export async function silencedFiles(session: ReviewSession, kind: keyof typeof OF_WHOLE_FILES): Promise<string[]> {
  const { trees, roles } = session;
  const text = async (side: 'base' | 'head', path: string | undefined): Promise<string> =>
    (path === undefined ? undefined : await trees[side].read(path))?.toString('utf8') ?? '';
  const silenced: string[] = [];
  for (const change of trees.patch.files) {
    if (roles.of(change.path) !== 'production' || pathAtHead(change) === undefined) continue;
    const [before, after] = await Promise.all([text('base', pathAtBase(change)), text('head', pathAtHead(change))]);
    if (isSilenced(kind, before, after)) silenced.push(change.path);
  }
  return silenced;
}
