import {
  executedLines,
  headLines,
  judgeChange,
  normalisePath,
  pathAtBase,
  type FileCoverage,
  type Hunk,
  type JudgedUnit,
  type LineKind,
  type ReviewSession,
} from '@typed-evidence-chain/core';
import type { Reach } from './checks/reaches-sink.js';
import type { Exploit } from './evidence.js';
import type { MeasuredExploit } from './exploit.js';
import { knownToRun, linesInFunctions, vulnerableLines } from './vulnerable-lines.js';

/** What the exploit runs on the base and needs on the head, and which parts of the change nothing runs. */
export async function measureReach(
  exploit: Exploit,
  { blocks }: MeasuredExploit,
  changed: readonly string[],
  byControls: readonly FileCoverage[],
  byDependency: boolean,
  session: ReviewSession,
): Promise<Reach> {
  const { analysis } = session.ports;
  const sinks = exploit.sinks.map(normalisePath);
  const onBase = await executedOnBase(sinks, blocks, session);
  const judged = await judgeChange(session, blocks);
  const unrelated = judged.units.filter((unit) => unit.class === 'unrelated');
  const run = await Promise.all(unrelated.map((unit) => isRun(unit, byControls, session)));
  const stray = unrelated.filter((_, index) => run[index] === false);
  return { judged, onBase, stray, byDependency: byDependency && !changed.some((file) => analysis.isCode(file)) };
}

/** Executed lines of code on the base: in the functions that the change mends, and anywhere in the sinks. */
async function executedOnBase(
  sinks: readonly string[],
  blocks: MeasuredExploit['blocks'],
  session: ReviewSession,
): Promise<readonly string[] | undefined> {
  const { analysis } = session.ports;
  const mended = new Map<string, readonly Hunk[]>();
  for (const change of session.trees.patch.files) {
    const path = pathAtBase(change);
    if (path !== undefined && session.roles.of(path) === 'production') mended.set(path, change.hunks);
  }
  const code = [...new Set([...mended.keys(), ...sinks])].filter((path) => analysis.isCode(path));
  if (code.length === 0 || !session.config.review.coverage) return undefined;
  const base = await session.evidenceBase();
  const { coverage, why } = await blocks(base, 'coverage by the exploit on the base', code);
  if (coverage.length === 0) return undefined;
  const executed: string[] = [];
  for (const file of coverage) {
    const source = (await base.read(file.file))?.toString('utf8') ?? '';
    const kinds = (await analysis.lineKinds(file.file, source)) ?? source.split('\n').map((): LineKind => 'code');
    const lines = sinks.includes(file.file)
      ? linesInFunctions(kinds)
      : vulnerableLines(mended.get(file.file) ?? [], kinds);
    executed.push(...executedLines(lines, kinds, file).map((line) => `${file.file}:${line}`));
  }
  return knownToRun(executed, why);
}

/** Whether the controls run a part of the change; parts without lines to run count as run. */
async function isRun(
  { unit }: JudgedUnit,
  coverage: readonly FileCoverage[],
  session: ReviewSession,
): Promise<boolean> {
  const { path } = unit.change;
  const file = coverage.find((candidate) => candidate.file === path);
  const source = (await session.trees.head.read(path))?.toString('utf8') ?? '';
  const kinds = await session.ports.analysis.lineKinds(path, source);
  const lines = headLines(unit, source.split('\n').length);
  const runnable = lines.filter(
    (line) => kinds === undefined || kinds[line - 1] === 'code' || kinds[line - 1] === 'declaration',
  );
  if (runnable.length === 0) return true;
  return file !== undefined && runnable.some((line) => (file.lines[line] ?? 0) > 0);
}
