import { callShape } from '../call-shape.js';

/**
 * Pure. Options that a function took apart in its head and whose name is nowhere in the changed modules any more; one
 * that is read in the body instead is still taken.
 */
export function lostOptions(
  before: string | undefined,
  after: string | undefined,
  named: ReadonlySet<string>,
): readonly string[] {
  if (before === undefined || after === undefined || before.startsWith('class')) return [];
  const now = callShape(after).options;
  return [...callShape(before).options].filter((option) => !now.has(option) && !named.has(option));
}
