import { createHash } from 'node:crypto';

/** JSON with sorted keys: the same data gives the same text. What JSON leaves out (undefined) is left out here. */
export function canonicalJson(value: unknown): string {
  return (
    JSON.stringify(value, (_key, part: unknown) =>
      typeof part === 'object' && part !== null && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
        : part,
    ) ?? 'null'
  );
}

/** `sha256` of the canonical JSON, in hex. */
export const digestOf = (value: unknown): string => createHash('sha256').update(canonicalJson(value)).digest('hex');
