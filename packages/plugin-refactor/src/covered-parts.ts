import {
  executedLines,
  inExecutedFunction,
  pathAtBase,
  pathAtHead,
  unitLabel,
  type ChangeUnit,
  type FileCoverage,
  type LineKind,
  type ReviewSession,
} from '@typed-evidence-chain/core';
import { splitChange } from '@typed-evidence-chain/core';
import type { CoveredPart } from './checks/covers-change.js';

type Side = 'base' | 'head';

const lines = (from: number, count: number): number[] => Array.from({ length: count }, (_, index) => from + index);

/** Lines of code of one side of a unit, and how many of them were executed. */
async function side(session: ReviewSession, unit: ChangeUnit, which: Side, coverage: readonly FileCoverage[]) {
  const path = which === 'base' ? pathAtBase(unit.change) : pathAtHead(unit.change);
  const source = path === undefined ? undefined : (await session.trees[which].read(path))?.toString('utf8');
  if (path === undefined || source === undefined) return { code: 0, executed: 0, reached: false, known: false };
  const kinds: readonly LineKind[] = (await session.ports.analysis.lineKinds(path, source)) ?? [];
  const { hunk } = unit;
  const count = source.split('\n').length;
  const wanted =
    hunk === undefined
      ? lines(1, count)
      : which === 'base'
        ? lines(hunk.oldStart, hunk.oldLines)
        : lines(hunk.newStart, hunk.newLines);
  const code = wanted.filter((line) => kinds[line - 1] === 'code');
  const recorded = coverage.find((file) => file.file === path);
  if (!recorded) return { code: code.length, executed: 0, reached: false, known: coverage.length > 0 };
  // Lines that V8 does not count (continuations, types) are neither run nor missed; a file that was not loaded has none.
  const isLoaded = Object.keys(recorded.lines).length > 0;
  const counted = isLoaded ? code.filter((line) => recorded.lines[line] !== undefined) : code;
  const executed = executedLines(counted, kinds, recorded).length;
  const reached = executed > 0 || inExecutedFunction(wanted, kinds, recorded, source);
  return { code: counted.length, executed, reached, known: true };
}

/** For each changed part of the program: which of its lines the listed tests run, on the base and on the head. */
export async function coveredParts(
  session: ReviewSession,
  base: readonly FileCoverage[],
  head: readonly FileCoverage[],
): Promise<readonly CoveredPart[]> {
  const { production } = await splitChange(session);
  return Promise.all(
    production.map(async (unit) => {
      const [before, after] = await Promise.all([side(session, unit, 'base', base), side(session, unit, 'head', head)]);
      const best = after.code > 0 || before.code === 0 ? after : before;
      return {
        at: unitLabel(unit),
        file: unit.change.path,
        // A part that is run on either side is reached by the tests; the head has the final lines.
        executed: best.executed === 0 && before.executed > 0 && after.code === 0 ? before.executed : best.executed,
        code: best.code,
        reached: before.reached || after.reached,
        moved: unit.change.status === 'renamed' && unit.change.hunks.length === 0,
        unknown: !session.ports.analysis.isCode(unit.change.path) || (!before.known && !after.known),
      };
    }),
  );
}
