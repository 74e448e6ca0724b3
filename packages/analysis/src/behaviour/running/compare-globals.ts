import type { Counterexample } from '@typed-evidence-chain/core';

/** Pure. What loading the modules, or calling them, changed for everybody: globals, built-ins, listeners, environment. */
export function compareGlobals(
  base: readonly string[] | undefined,
  head: readonly string[] | undefined,
): readonly Counterexample[] {
  if (base === undefined || head === undefined) return [];
  const before = new Set(base);
  const after = new Set(head);
  const differing = [...base.filter((name) => !after.has(name)), ...head.filter((name) => !before.has(name))];
  return differing.slice(0, 1).map((name) => ({
    subject: 'globals',
    args: differing.slice(0, 4).join(', '),
    base: before.has(name) ? 'a change' : 'no change',
    head: after.has(name) ? 'a change' : 'no change',
  }));
}
