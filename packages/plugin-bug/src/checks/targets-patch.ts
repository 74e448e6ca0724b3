import { fail, notRun, pass, unitLabel, type Check, type JudgedChange } from '@typed-evidence-chain/core';

const ID = 'bug/targets-patch';

/** `a.js:3, a.js:9 (why)`: places with the same reason stand together. */
function byReason(units: JudgedChange['units']): string {
  const places = new Map<string, string[]>();
  for (const { unit, reason } of units) places.set(reason, [...(places.get(reason) ?? []), unitLabel(unit)]);
  return [...places].map(([reason, labels]) => `${labels.join(', ')} (${reason})`).join('; ');
}

/** Pure. The patch is what turns the reproduction green, and nothing in it is unrelated (THREATS D3). */
export function targetsPatch(judged: JudgedChange): Check {
  const of = (name: string) => judged.units.filter((unit) => unit.class === name);
  const necessary = of('necessary');
  const unrelated = of('unrelated');
  const details = {
    hunks: judged.units.map(({ unit, class: kind, reason }) => ({
      at: unitLabel(unit),
      file: unit.change.path,
      class: kind,
      reason,
      ...(unit.hunk
        ? { removed: unit.hunk.removed.slice(0, 20), added: unit.hunk.added.slice(0, 20), line: unit.hunk.newStart }
        : {}),
    })),
    ablation: judged.ablation && {
      runs: judged.ablation.runs,
      budget: judged.ablation.budget,
      grouped: judged.ablation.grouped.map((group) => group.map(unitLabel)),
    },
    ...(unrelated.length > 0
      ? {
          proposedSplit: [
            { title: 'the fix', hunks: [...necessary, ...of('covered')].map(({ unit }) => unitLabel(unit)) },
            { title: 'the rest', hunks: unrelated.map(({ unit }) => unitLabel(unit)) },
          ],
        }
      : {}),
  };
  if (judged.ablation === undefined && judged.units.every((unit) => unit.class === 'not-code'))
    return fail(ID, 'the patch changes no code of the program', { details });
  if (judged.ablation === undefined)
    return notRun(ID, 'no part of the patch was taken back (review.ablation is off)', { details });
  if (necessary.length === 0)
    return fail(ID, 'no part of the patch is needed to turn the reproduction green', { details });
  if (judged.proven === 0 && judged.notExecuted.length === 0) {
    const places = judged.notMeasured.map(({ unit }) => unitLabel(unit)).join(', ');
    return notRun(ID, `whether the reproduction runs the changed lines was not measured: ${places}`, { details });
  }
  if (judged.proven === 0) {
    return fail(
      ID,
      `the reproduction turns green without running the changed lines: ${judged.notExecuted.map(({ unit }) => unitLabel(unit)).join(', ')}`,
      { details },
    );
  }
  if (unrelated.length > 0) {
    return fail(ID, `composite: the reproduction asks nothing of ${byReason(unrelated)}; split the change`, {
      details,
    });
  }
  const counts = ['necessary', 'covered', 'not-code']
    .map((name) => [name, of(name).length] as const)
    .filter(([, count]) => count > 0);
  return pass(ID, `${counts.map(([name, count]) => `${count} ${name}`).join(', ')} of ${judged.units.length} parts`, {
    details,
  });
}
