import type { FileCoverage } from '../ports/test-runner.js';
import type { LineKind } from '../ports/code-analysis.js';
import type { ReviewSession } from '../session.js';
import type { ChangeUnit } from './change-unit.js';

/** Whether the reproduction ran a unit: yes, no, or nothing is known (no coverage of that kind of file). */
export type Covered = 'yes' | 'no' | 'unknown';

const range = (from: number, count: number): number[] => Array.from({ length: count }, (_, index) => from + index);

/** Lines of the head that stand for a unit; for lines that were only removed, their neighbours. */
export function headLines({ change, hunk }: ChangeUnit, length: number): readonly number[] {
  if (hunk === undefined) return change.status === 'deleted' ? [] : range(1, length);
  if (hunk.newLines > 0) return range(hunk.newStart, hunk.newLines);
  return [hunk.newStart, hunk.newStart + 1].filter((line) => line >= 1 && line <= length);
}

/** Executed lines of code; lines that are run by loading the file alone (declarations, imports, exports) do not count. */
export function executedLines(lines: readonly number[], kinds: readonly LineKind[] | undefined, coverage: FileCoverage): readonly number[] {
  return lines.filter((line) => (coverage.lines[line] ?? 0) > 0 && (kinds === undefined || kinds[line - 1] === 'code'));
}

export async function coveredBy(session: ReviewSession, unit: ChangeUnit, coverage: readonly FileCoverage[]): Promise<Covered> {
  const file = coverage.find((candidate) => candidate.file === unit.change.path);
  if (!file) {
    // A file of code that the run could have recorded and did not load was not run.
    return session.ports.analysis.isCode(unit.change.path) && coverage.length > 0 ? 'no' : 'unknown';
  }
  const source = (await session.trees.head.read(unit.change.path))?.toString('utf8') ?? '';
  const kinds = await session.ports.analysis.lineKinds(unit.change.path, source);
  const lines = headLines(unit, source.split('\n').length);
  return executedLines(lines, kinds, file).length > 0 ? 'yes' : 'no';
}
