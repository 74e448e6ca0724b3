import { unitLabel, type Check, fail, type JudgedChange, type ReviewSession } from '@typed-evidence-chain/core';

/** What Python asks when two values are compared. */
const EQUALITY = /(?:^|\.)__(?:eq|ne|hash)__$/;

/** Words of a task in which equality is what is wrong, or what shows it. */
const ABOUT_EQUALITY =
  /equal|equivalen|compar|\bsame\b|identi|differ|duplicat|dedup|distinct|uniqu|hash|\bsets?\b|\bdict|\bkeys?\b|match|[!=]=|\btwice\b|contain|exist|\bfound\b|\bfind|remov|index|member|recogni|`[^`]* in [^`]*`/i;

/**
 * A reproduction that turns green because values are equal now that were not (THREATS B18), where the task does not speak
 * of comparing: every part of the patch that it needs is in `__eq__`, `__ne__` or `__hash__`, so no result has changed.
 */
export async function bentEquality(session: ReviewSession, judged: JudgedChange, target: Check): Promise<Check> {
  const needed = judged.units.filter((one) => one.class === 'necessary').map(({ unit }) => unit);
  if (target.status !== 'PASS' || needed.length === 0) return target;
  const { title, body, acceptanceCriteria } = session.task;
  if (ABOUT_EQUALITY.test([title, body, ...acceptanceCriteria.map(({ text }) => text)].join('\n'))) return target;
  for (const { change, hunk } of needed) {
    if (!change.path.endsWith('.py') || !hunk || hunk.newLines === 0) return target;
    const source = (await session.trees.head.read(change.path))?.toString('utf8') ?? '';
    const lines = { fromLine: hunk.newStart, toLine: hunk.newStart + hunk.newLines - 1 };
    const functions = (await session.ports.analysis.functionsAt?.(change.path, source, lines))?.functions ?? [];
    if (functions.length === 0 || !functions.every(({ name }) => EQUALITY.test(name))) return target;
  }
  return fail(
    target.id,
    `it turns green because other values are equal (${needed.map(unitLabel).join(', ')}), of which the task says nothing; what the program computes is as before`,
    target.details ? { details: { ...target.details } } : {},
  );
}
