import {
  fail,
  notRun,
  pass,
  unitLabel,
  type Check,
  type JudgedChange,
  type JudgedUnit,
} from '@typed-evidence-chain/core';

const ID = 'security/reaches-sink';

export interface Reach {
  readonly judged: JudgedChange;
  /** Executed lines of changed code and sinks on the base, as `file:line`; undefined where they cannot be recorded. */
  readonly onBase: readonly string[] | undefined;
  /** Parts that the exploit neither needs nor runs, and the controls do not run either. */
  readonly stray: readonly JudgedUnit[];
  /** The hole is in a dependency: the change has no code of its own. */
  readonly byDependency: boolean;
}

/** Pure. The exploit runs the vulnerable code on the base, the change is what blocks it, and nothing else came along. */
export function reachesSink({ judged, onBase, stray, byDependency }: Reach): Check {
  const of = (name: string) => judged.units.filter((unit) => unit.class === name);
  const details = {
    onBase,
    parts: judged.units.map(({ unit, class: kind, reason }) => ({ at: unitLabel(unit), class: kind, reason })),
    stray: stray.map(({ unit }) => unitLabel(unit)),
    ablation: judged.ablation && { runs: judged.ablation.runs, budget: judged.ablation.budget },
  };
  if (byDependency) {
    if (onBase !== undefined && onBase.length === 0)
      return fail(ID, 'the exploit runs no code of the named sinks on the base', { details });
    return pass(ID, 'the hole is in a dependency; the exploit works through it', { details });
  }
  if (judged.units.every((unit) => unit.class === 'not-code'))
    return fail(ID, 'the change has no code, so it blocks nothing', { details });
  if (judged.ablation === undefined)
    return notRun(ID, 'no part of the change was taken back (review.ablation is off)', { details });
  if (of('necessary').length === 0)
    return fail(ID, 'no part of the change is needed to block the exploit', { details });
  if (judged.proven === 0) {
    return fail(
      ID,
      `the exploit is blocked without running the changed lines: ${judged.notExecuted.map(({ unit }) => unitLabel(unit)).join(', ')}`,
      { details },
    );
  }
  if (onBase !== undefined && onBase.length === 0)
    return fail(ID, 'the exploit runs neither the changed code nor a named sink on the base', { details });
  if (stray.length > 0) {
    return fail(
      ID,
      `neither the exploit nor the controls run ${stray
        .slice(0, 5)
        .map(({ unit }) => unitLabel(unit))
        .join(', ')}; split the change`,
      { details },
    );
  }
  return pass(
    ID,
    `${of('necessary').length} of ${judged.units.length} parts are needed to block it${onBase?.[0] === undefined ? '' : `; on the base it runs ${onBase[0]}`}`,
    { details },
  );
}
