import { pathAtBase, pathAtHead } from '../files/changed-files.js';
import type { RunnerMarker } from '../ports/code-analysis.js';
import type { ReviewSession } from '../session.js';
import type { Finding } from './finding.js';

interface Located extends RunnerMarker {
  readonly file: string;
}

/**
 * Program code that asks whether a test runner runs it, where the base did not: it may be right in tests only (THREATS
 * B16). What merely moves between the files of the patch is as on the base.
 */
export async function runnerDetection(session: ReviewSession): Promise<readonly Finding[]> {
  const { trees, roles, ports } = session;
  const read = async (side: 'base' | 'head', path: string | undefined): Promise<readonly Located[]> => {
    if (path === undefined || roles.of(path) !== 'production' || !ports.analysis.isCode(path)) return [];
    const source = (await trees[side].read(path))?.toString('utf8');
    const markers = source === undefined ? undefined : await ports.analysis.runnerMarkers?.(path, source);
    return (markers ?? []).map((marker) => ({ ...marker, file: path }));
  };
  const sides = await Promise.all(
    trees.patch.files.map(async (file) => ({
      before: await read('base', pathAtBase(file)),
      after: await read('head', pathAtHead(file)),
    })),
  );
  return gainedMarkers(
    sides.flatMap(({ before }) => before),
    sides.flatMap(({ after }) => after),
  ).map((marker) => ({
    kind: 'runner-detection',
    file: marker.file,
    message: /asymmetric/i.test(marker.marker)
      ? `line ${marker.line} answers the comparisons of a test library (${marker.marker})`
      : `line ${marker.line} asks whether a test runner runs the program (${marker.marker})`,
    weight: 'bent',
  }));
}

/** Markers of `after` that `before` has no counterpart for; those that stay in their file are matched first. Pure. */
export function gainedMarkers(before: readonly Located[], after: readonly Located[]): readonly Located[] {
  const left = [...before];
  const take = (matches: (one: Located) => boolean): boolean => {
    const index = left.findIndex(matches);
    if (index >= 0) left.splice(index, 1);
    return index >= 0;
  };
  return after
    .filter(({ marker, file }) => !take((one) => one.marker === marker && one.file === file))
    .filter(({ marker }) => !take((one) => one.marker === marker));
}
