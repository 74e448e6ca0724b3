import type { FileCoverage } from '../ports/test-runner.js';
import type { ReviewSession } from '../session.js';
import { ablate, type AblationResult } from './ablation.js';
import { unitLabel, type ChangeUnit, type JudgedUnit } from './change-unit.js';
import { changedValues } from './changed-values.js';
import { splitChange, textsOf } from './change-units.js';
import { isCopiedHunk, type PlacedHunk } from './copied-hunk.js';
import { coverageOfUnit } from './covered.js';
import { withFollowers } from './follows-declaration.js';
import { filesToRecord, recordedFiles } from './recorded-files.js';
import type { Witness, WitnessOutcome } from './witness.js';

export interface JudgedChange {
  readonly units: readonly JudgedUnit[];
  readonly ablation: AblationResult | undefined;
  /** Necessary parts of the program that the reproduction also executes. */
  readonly proven: number;
  /** Necessary parts that are never executed by the reproduction: it looks at something else than behaviour. */
  readonly notExecuted: readonly JudgedUnit[];
  /** Necessary parts of which nobody could tell whether they are executed: no process that can run them was recorded. */
  readonly notMeasured: readonly JudgedUnit[];
  readonly coverage: readonly FileCoverage[];
  /** The head once more, while executed lines were recorded; it has to be green like the runs before. */
  readonly headAgain: WitnessOutcome | undefined;
}

const DEFAULT_BUDGET = 12;

/**
 * Classes every part of the change: necessary, covered, unrelated or not code (THREATS D3). `tests`: files of the
 * reproduction; their executed lines say which constants and tables it uses.
 */
export async function judgeChange(
  session: ReviewSession,
  witness: Witness,
  tests: readonly string[] = [],
): Promise<JudgedChange> {
  const head = await session.headRun();
  const { production, other } = await splitChange(session);
  const { ablation: setting, coverage: wanted } = session.config.review;
  const recorded = wanted ? await filesToRecord(session, production, tests) : [];
  const headAgain = recorded.length > 0 ? await witness(head, 'coverage of the change', recorded) : undefined;
  const coverage = headAgain?.coverage ?? [];
  const sources = await recordedFiles(session, coverage, tests);
  const budget = setting === true ? DEFAULT_BUDGET : setting === false ? 0 : setting;
  const ablation =
    budget > 0 && production.length > 0 ? await ablate(session, head, production, witness, budget) : undefined;

  const judged: JudgedUnit[] = [...other];
  const notExecuted: JudgedUnit[] = [];
  const notMeasured: JudgedUnit[] = [];
  let proven = 0;
  for (const unit of production) {
    const { covered, executed } = await coverageOfUnit(session, unit, coverage, sources);
    const isCode = session.ports.analysis.isCode(unit.change.path);
    const because = ablation?.necessary.get(unit);
    if (because !== undefined) {
      const entry: JudgedUnit = { unit, class: 'necessary', reason: `without it: ${because}` };
      judged.push(entry);
      const readAsText = covered === 'unknown' && !isCode && (await namedByTests(session, unit.change.path));
      if (covered === 'unknown' && isCode && headAgain !== undefined) notMeasured.push(entry);
      else if ((covered !== 'unknown' && !executed && unit.change.status !== 'deleted') || readAsText)
        notExecuted.push(entry);
      else proven += 1;
    } else if (covered === 'yes' && isCode && ablation?.unneeded.has(unit) && changedValues(unit) !== undefined) {
      // A default or a limit that drifts along: with the old value the reproduction is as green as with the new one.
      judged.push({ unit, class: 'unrelated', reason: `a value changes without need (${changedValues(unit)})` });
    } else if (covered === 'yes') {
      judged.push({ unit, class: 'covered', reason: 'the reproduction runs it' });
    } else if (covered === 'unknown' && !isCode) {
      judged.push({ unit, class: 'not-code', reason: 'data that the reproduction does not depend on' });
    } else if (covered === 'unknown' && headAgain === undefined) {
      judged.push({ unit, class: 'covered', reason: 'no coverage of this file could be measured' });
    } else if (unit.change.status === 'deleted' || unit.hunk?.newLines === 0) {
      judged.push({ unit, class: 'covered', reason: 'only removes code; the reproduction does not need it' });
    } else {
      const reason =
        covered === 'unknown'
          ? 'the reproduction does not need it, and no process that could run it was recorded'
          : 'the reproduction neither needs it nor runs it';
      judged.push({ unit, class: 'unrelated', reason });
    }
  }
  const units = await withoutCopies(session, withFollowers(judged), coverage);
  return { units, ablation, proven, notExecuted, notMeasured, coverage, headAgain };
}

/**
 * An unrelated hunk of a file that nothing loads, and that mirrors a hunk which the reproduction needs or runs, is no
 * second change: shown as a copy, and no part of the code under test.
 */
async function withoutCopies(
  session: ReviewSession,
  judged: readonly JudgedUnit[],
  coverage: readonly FileCoverage[],
): Promise<readonly JudgedUnit[]> {
  const place = async ({ change, hunk }: ChangeUnit): Promise<PlacedHunk | undefined> => {
    if (hunk === undefined || !session.ports.analysis.isCode(change.path)) return undefined;
    const { base, head } = await textsOf(session, change);
    return base && head && { hunk, base: base.toString('utf8'), head: head.toString('utf8') };
  };
  const isLoaded = (path: string): boolean =>
    Object.values(coverage.find(({ file }) => file === path)?.lines ?? {}).some((count) => count > 0);
  const originals = judged.filter(
    ({ unit, class: kind }) => (kind === 'necessary' || kind === 'covered') && isLoaded(unit.change.path),
  );
  return Promise.all(
    judged.map(async (entry): Promise<JudgedUnit> => {
      const { unit } = entry;
      if (entry.class !== 'unrelated' || isLoaded(unit.change.path)) return entry;
      const copy = await place(unit);
      for (const candidate of copy ? originals : []) {
        const original = candidate.unit.change === unit.change ? undefined : await place(candidate.unit);
        if (copy && original && isCopiedHunk(copy, original)) {
          const reason = `not code under test: copy of ${unitLabel(candidate.unit)} in a file that the reproduction does not load`;
          return { unit, class: 'not-code', reason };
        }
      }
      return entry;
    }),
  );
}

/** Whether a test of the change names a data file: then it looks at the file itself, not at what the program does with it. */
async function namedByTests(session: ReviewSession, path: string): Promise<boolean> {
  const name = path.slice(path.lastIndexOf('/') + 1);
  for (const file of session.trees.patch.files) {
    if (file.status === 'deleted' || !session.roles.isTest(file.path)) continue;
    const text = (await session.trees.head.read(file.path))?.toString('utf8') ?? '';
    if (text.includes(name)) return true;
  }
  return false;
}
