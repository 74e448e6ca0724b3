import type { FileCoverage } from '../ports/test-runner.js';
import type { LineKind } from '../ports/code-analysis.js';
import type { ReviewSession } from '../session.js';
import type { ChangeUnit } from './change-unit.js';
import { beginsMember, countsOf, isInBody, isLevelUsed, type RecordedFile } from './module-level.js';

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

export interface UnitCoverage {
  readonly covered: Covered;
  /** Some line of the unit was executed itself; where none of its lines is one that can be, something around it was. */
  readonly executed: boolean;
}

/** `coverage`: of the reproduction; `recorded`: the same files, as far as they could be read. */
export async function coverageOfUnit(
  session: ReviewSession,
  unit: ChangeUnit,
  coverage: readonly FileCoverage[],
  recorded: readonly RecordedFile[],
): Promise<UnitCoverage> {
  const { path } = unit.change;
  const entry = coverage.find((candidate) => candidate.file === path);
  if (!entry) return { covered: 'unknown', executed: false };
  const source = (await session.trees.head.read(path))?.toString('utf8') ?? '';
  const kinds = await session.ports.analysis.lineKinds(path, source);
  const lines = headLines(unit, source.split('\n').length);
  const counts: FileCoverage = { file: path, lines: countsOf(entry) };
  const ran = executedLines(lines, kinds, counts);
  const around = inExecutedFunction(lines, kinds, counts, source);
  const isExecutable = lines.some((line) => entry.lines[line] !== undefined && kinds?.[line - 1] === 'code');
  // Imports, exports and directives are run by loading the file; what they bring is judged where it is used.
  const wiringOnly =
    kinds !== undefined && !lines.some((line) => kinds[line - 1] === 'code' || kinds[line - 1] === 'declaration');
  const isLoaded = Object.values(entry.lines).some((count) => count > 0);
  if (wiringOnly && isLoaded) return { covered: 'yes', executed: true };
  const file = recorded.find((candidate) => candidate.path === path);
  const header = file !== undefined && hasRunHeader(file, lines);
  const executed = unit.hunk?.newLines === 0 ? isLoaded && hasRunAround(file, lines) : ran.length > 0 || header;
  const isRun = file === undefined ? ran.length > 0 : ran.some((line) => isInBody(file.scope, line));
  const isUsed =
    file !== undefined &&
    isLevelUsed(
      file,
      lines.filter((line) => isLevelCode(file, line)),
      recorded,
    );
  return {
    covered: isRun || around || header || isUsed ? 'yes' : 'no',
    executed: executed || (!isExecutable && around),
  };
}

const isLevelCode = (file: RecordedFile, line: number): boolean =>
  (file.kinds[line - 1] === 'code' || file.kinds[line - 1] === 'export' || beginsMember(file.scope, line)) &&
  !isInBody(file.scope, line);

/** The head of a function (its defaults, its decorators) is run with the function. */
function hasRunHeader({ kinds, scope, coverage }: RecordedFile, lines: readonly number[]): boolean {
  const counts = countsOf(coverage);
  return lines.some((line) => {
    if (kinds[line - 1] !== 'declaration') return false;
    const below = scope.bodies.filter(({ fromLine }) => fromLine > line);
    const nearest = below.toSorted((a, b) => a.fromLine - b.fromLine || b.toLine - a.toLine)[0];
    // Another declaration in between is the one that this body belongs to.
    if (!nearest || kinds.slice(line, nearest.fromLine - 1).includes('code')) return false;
    return Object.entries(counts).some(
      ([at, count]) => count > 0 && Number(at) >= nearest.fromLine && Number(at) <= nearest.toLine,
    );
  });
}

/** Where lines are only removed: the function around them ran; outside of functions there is nothing to tell. */
function hasRunAround(file: RecordedFile | undefined, lines: readonly number[]): boolean {
  const [first = 0, last = first] = lines;
  const body = file?.scope.bodies
    .filter(({ fromLine, toLine }) => fromLine <= last && toLine >= first)
    .toSorted((a, b) => a.toLine - a.fromLine - (b.toLine - b.fromLine))[0];
  if (!file || !body) return true;
  return Object.entries(countsOf(file.coverage)).some(
    ([at, count]) => count > 0 && Number(at) >= body.fromLine && Number(at) <= body.toLine,
  );
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
