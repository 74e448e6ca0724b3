import type { FileCoverage } from '../ports/test-runner.js';
import type { LineKind } from '../ports/code-analysis.js';
import type { ReviewSession } from '../session.js';
import type { ChangeUnit } from './change-unit.js';

/** Whether the reproduction ran a unit: yes, no, or nothing is known (no process that could run it was recorded). */
export type Covered = 'yes' | 'no' | 'unknown';

const range = (from: number, count: number): number[] => Array.from({ length: count }, (_, index) => from + index);

/** Lines of the head that stand for a unit; for lines that were only removed, their neighbours. */
export function headLines({ change, hunk }: ChangeUnit, length: number): readonly number[] {
  if (hunk === undefined) return change.status === 'deleted' ? [] : range(1, length);
  if (hunk.newLines > 0) return range(hunk.newStart, hunk.newLines);
  return [hunk.newStart, hunk.newStart + 1].filter((line) => line >= 1 && line <= length);
}

/** Executed lines of code; lines that are run by loading the file alone (declarations, imports, exports) do not count. */
export function executedLines(
  lines: readonly number[],
  kinds: readonly LineKind[] | undefined,
  coverage: FileCoverage,
): readonly number[] {
  return lines.filter((line) => (coverage.lines[line] ?? 0) > 0 && (kinds === undefined || kinds[line - 1] === 'code'));
}

export async function coveredBy(
  session: ReviewSession,
  unit: ChangeUnit,
  coverage: readonly FileCoverage[],
): Promise<Covered> {
  const file = coverage.find((candidate) => candidate.file === unit.change.path);
  if (!file) return 'unknown';
  const source = (await session.trees.head.read(unit.change.path))?.toString('utf8') ?? '';
  const kinds = await session.ports.analysis.lineKinds(unit.change.path, source);
  const lines = headLines(unit, source.split('\n').length);
  // Imports, exports and directives are run by loading the file; what they bring is judged where it is used.
  const wiringOnly =
    kinds !== undefined && !lines.some((line) => kinds[line - 1] === 'code' || kinds[line - 1] === 'declaration');
  if (wiringOnly && Object.values(file.lines).some((count) => count > 0)) return 'yes';
  return executedLines(lines, kinds, file).length > 0 || inExecutedFunction(lines, kinds, file, source) ? 'yes' : 'no';
}

const indentOf = (line: string): number => /^\s*/.exec(line)?.[0].length ?? 0;

/**
 * Whether lines belong to a function that was run, though not as far as these lines: up to the nearest declaration and
 * down to where its indentation ends, some line of code was executed. Lines that bring a declaration of their own do
 * not count.
 */
export function inExecutedFunction(
  lines: readonly number[],
  kinds: readonly LineKind[] | undefined,
  coverage: FileCoverage,
  source: string,
): boolean {
  const [first] = lines;
  if (!kinds || first === undefined || lines.some((line) => kinds[line - 1] === 'declaration')) return false;
  if (!lines.some((line) => kinds[line - 1] === 'code')) return false;
  const texts = source.split('\n');
  let start = first;
  while (start >= 1 && kinds[start - 1] !== 'declaration') start -= 1;
  if (start < 1) return false;
  const outside = indentOf(texts[start - 1] ?? '');
  let executed = false;
  for (let line = start + 1; line <= kinds.length && kinds[line - 1] !== 'declaration'; line += 1) {
    if (kinds[line - 1] !== 'blank' && indentOf(texts[line - 1] ?? '') <= outside) return line > first && executed;
    if (kinds[line - 1] === 'code' && (coverage.lines[line] ?? 0) > 0) executed = true;
  }
  return executed;
}
