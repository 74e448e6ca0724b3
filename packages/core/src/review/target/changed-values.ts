import type { ChangeUnit } from './change-unit.js';
import { lineTokens } from './line-tokens.js';

const VALUE = /^(?:\d.*|true|false|True|False)$/;
/** A version is told in many places and decides nothing. */
const OF_VERSIONS = /version|release/i;

/**
 * What a hunk changes where that is nothing but numbers and truth values, such as a default: `100 to 10000`; undefined
 * for every other hunk. Texts are none of these: messages may be put in better words.
 */
export function changedValues({ change, hunk }: ChangeUnit): string | undefined {
  if (hunk === undefined || hunk.oldLines === 0 || hunk.newLines === 0) return undefined;
  const [before, after] = [lineTokens(hunk.removed), lineTokens(hunk.added)];
  if (before.length !== after.length || OF_VERSIONS.test(`${change.path} ${before.join(' ')}`)) return undefined;
  const changed: string[] = [];
  for (const [index, old] of before.entries()) {
    const now = after[index] as string;
    if (old === now) continue;
    if (!VALUE.test(old) || !VALUE.test(now)) return undefined;
    changed.push(`${old} to ${now}`);
  }
  return changed.length > 0 ? changed.join(', ') : undefined;
}
