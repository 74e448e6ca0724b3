import type { ReviewSession } from '../session.js';
import { pathAtBase, pathAtHead } from '../files/changed-files.js';
import type { TestSurface } from '../ports/code-analysis.js';
import type { Finding } from './finding.js';
import { compareSurfaces, type SurfaceOptions } from './surface.js';

/** Reads the test files of the change on both sides and compares what they claim. */
export async function surfaceFindings(session: ReviewSession, options: SurfaceOptions): Promise<readonly Finding[]> {
  const { trees, roles } = session;
  const { analysis } = session.ports;
  const base = new Map<string, TestSurface>();
  const head = new Map<string, TestSurface>();
  const renames = new Map<string, string>();
  const findings: Finding[] = [];
  for (const change of trees.patch.files) {
    const before = pathAtBase(change);
    const after = pathAtHead(change);
    const read = async (
      side: 'base' | 'head',
      path: string | undefined,
      into: Map<string, TestSurface>,
    ): Promise<boolean> => {
      if (path === undefined || !roles.isTest(path) || !analysis.isCode(path)) return true;
      const surface = await analysis.testSurface(path, (await trees[side].read(path))?.toString('utf8') ?? '');
      if (surface) into.set(path, surface);
      return surface !== undefined;
    };
    const [left, right] = await Promise.all([read('base', before, base), read('head', after, head)]);
    if (before !== undefined && after !== undefined && before !== after) renames.set(before, after);
    if (!right && left)
      findings.push({
        kind: 'unreadable',
        file: after ?? change.path,
        message: 'the test file cannot be parsed at the head',
        weight: 'bent',
      });
    const wasTest = before !== undefined && roles.isTest(before);
    if (wasTest && !analysis.isCode(before)) {
      findings.push({
        kind: 'fixture',
        file: before,
        message:
          after === undefined
            ? 'an existing fixture or snapshot is removed'
            : 'an existing fixture or snapshot changes',
        before: change.hunks
          .flatMap((hunk) => hunk.removed)
          .join('\n')
          .slice(0, 1000),
        after: change.hunks
          .flatMap((hunk) => hunk.added)
          .join('\n')
          .slice(0, 1000),
        weight: options.frozen && change.hunks.some((hunk) => hunk.oldLines > 0) ? 'bent' : 'harmless',
      });
    }
  }
  return [...findings, ...compareSurfaces(base, head, renames, options)];
}
