import {
  executedLines,
  inExecutedFunction,
  pathAtBase,
  pathAtHead,
  splitChange,
  unitLabel,
  type BehaviourReport,
  type ChangeUnit,
  type FileCoverage,
  type LineKind,
  type ReviewSession,
} from '@typed-evidence-chain/core';
import type { CoveredPart } from './checks/covers-change.js';
import { bodyOfHead } from './coverage/body-of-head.js';
import { isMoved, type SideText } from './coverage/moved-lines.js';

type Side = 'base' | 'head';

/** Lines that ran on each side. */
export interface RanLines {
  readonly base: readonly FileCoverage[];
  readonly head: readonly FileCoverage[];
}

interface PartSide {
  readonly code: number;
  readonly executed: number;
  /** Lines that only the comparison of behaviour ran. */
  readonly compared: number;
  readonly reached: boolean;
  readonly known: boolean;
  /** Lines that neither the tests nor the comparison ran, declaration heads of functions that never ran among them. */
  readonly missed: readonly number[];
}

const NOTHING: PartSide = { code: 0, executed: 0, compared: 0, reached: false, known: false, missed: [] };

const lines = (from: number, count: number): number[] => Array.from({ length: count }, (_, index) => from + index);

const pathAt = { base: pathAtBase, head: pathAtHead } as const;

function linesOf({ hunk }: ChangeUnit, which: Side, length: number): number[] {
  if (hunk === undefined) return lines(1, length);
  return which === 'base' ? lines(hunk.oldStart, hunk.oldLines) : lines(hunk.newStart, hunk.newLines);
}

/** Lines of code of one side of a unit, and how many of them were executed. */
function side(unit: ChangeUnit, which: Side, text: SideText | undefined, coverage: readonly FileCoverage[]): PartSide {
  if (text === undefined) return NOTHING;
  const { kinds, path } = text;
  const wanted = linesOf(unit, which, text.lines.length);
  const code = wanted.filter((line) => kinds[line - 1] === 'code');
  const recorded = coverage.find((file) => file.file === path);
  const missing = missedLines(wanted, text);
  if (!recorded)
    return { ...NOTHING, code: code.length, known: coverage.length > 0, missed: missing, compared: ran(code, text) };
  // Lines that V8 does not count (continuations, types) are neither run nor missed; a file that was not loaded has none.
  const isLoaded = Object.keys(recorded.lines).length > 0;
  const counted = isLoaded ? code.filter((line) => recorded.lines[line] !== undefined) : code;
  const executed = executedLines(counted, kinds, recorded);
  const reached = executed.length > 0 || inExecutedFunction(wanted, kinds, recorded, text.lines.join('\n'));
  const others = counted.filter((line) => !executed.includes(line));
  return {
    code: counted.length,
    executed: executed.length,
    compared: ran(others, text),
    reached,
    known: true,
    missed: missing,
  };
}

const ran = (code: readonly number[], text: SideText): number => code.filter((line) => text.ran(line) === true).length;

/** Lines of code that could run and did not; for the head of a declaration, where its body begins. */
function missedLines(wanted: readonly number[], text: SideText): number[] {
  return wanted.filter((line) => {
    const kind = text.kinds[line - 1];
    if (kind === 'code') return text.ran(line) === false;
    const body = kind === 'declaration' ? bodyOfHead(line, text) : undefined;
    return body !== undefined && text.ran(body) === false;
  });
}

/** For each changed part of the program: which of its lines the listed tests run, and which ones the comparison. */
export async function coveredParts(
  session: ReviewSession,
  tests: RanLines,
  comparison: BehaviourReport['executed'],
): Promise<readonly CoveredPart[]> {
  const { production } = await splitChange(session);
  const known = new Map<string, Promise<SideText | undefined>>();
  const textAt = (unit: ChangeUnit, which: Side): Promise<SideText | undefined> => {
    const path = pathAt[which](unit.change);
    if (path === undefined) return Promise.resolve(undefined);
    const key = `${which} ${path}`;
    const found = known.get(key) ?? readSide(session, which, path, [tests[which], comparison?.[which] ?? []]);
    known.set(key, found);
    return found;
  };
  const sides = await Promise.all(
    production.map(async (unit) => ({ unit, base: await textAt(unit, 'base'), head: await textAt(unit, 'head') })),
  );
  // What the patch takes away and brings: code that went from one place to another is in both.
  const changedOn = (which: Side): { text: SideText; lines: ReadonlySet<number> }[] =>
    sides.flatMap(({ unit, [which]: text }) =>
      text === undefined ? [] : [{ text, lines: new Set(linesOf(unit, which, text.lines.length)) }],
    );
  const [removed, added] = [changedOn('base'), changedOn('head')];
  return sides.map(({ unit, base, head }) => {
    const before = side(unit, 'base', base, tests.base);
    const after = side(unit, 'head', head, tests.head);
    const isAfter = after.code > 0 || before.code === 0;
    const best = isAfter ? after : before;
    const text = isAfter ? head : base;
    const moved = best.missed.filter((line) => text !== undefined && isMoved(line, text, isAfter ? removed : added));
    return {
      at: unitLabel(unit),
      file: unit.change.path,
      // A part that is run on either side is reached by the tests; the head has the final lines.
      executed: best.executed === 0 && before.executed > 0 && after.code === 0 ? before.executed : best.executed,
      code: best.code,
      compared: best.compared,
      reached: before.reached || after.reached,
      missed: best.missed.filter((line) => !moved.includes(line)),
      movedUnrun: moved,
      moved: unit.change.status === 'renamed' && unit.change.hunks.length === 0,
      unknown: !session.ports.analysis.isCode(unit.change.path) || (!before.known && !after.known),
    };
  });
}

async function readSide(
  session: ReviewSession,
  which: Side,
  path: string,
  recorded: readonly (readonly FileCoverage[])[],
): Promise<SideText | undefined> {
  const source = (await session.trees[which].read(path))?.toString('utf8');
  if (source === undefined) return undefined;
  const kinds: readonly LineKind[] = (await session.ports.analysis.lineKinds(path, source)) ?? [];
  const all = recorded.flatMap((coverage) => coverage.filter((file) => file.file === path));
  const loaded = all.filter((file) => Object.keys(file.lines).length > 0);
  return {
    path,
    kinds,
    lines: source.split('\n'),
    ran: (line) => {
      if (loaded.some((file) => (file.lines[line] ?? 0) > 0)) return true;
      // In a file that was loaded, a line without a count cannot run by itself.
      return loaded.length === 0 || loaded.some((file) => file.lines[line] !== undefined) ? false : undefined;
    },
  };
}
