import type { Check, CheckStatus } from './check.js';

const STATUSES: ReadonlySet<unknown> = new Set<CheckStatus>(['PASS', 'FAIL', 'N/A', 'NOT_RUN', 'PRE_EXISTING']);

const isCheck = (value: unknown): value is Check => {
  if (typeof value !== 'object' || value === null) return false;
  const { id, status, summary, blocking } = value as Partial<Record<keyof Check, unknown>>;
  return typeof id === 'string' && STATUSES.has(status) && typeof summary === 'string' && typeof blocking === 'boolean';
};

/**
 * Pure. What a reviewer answered, as checks. Throws for anything else than checks that were announced, each at most once:
 * a plugin in plain JavaScript has no compiler that says so.
 */
export function answers(announced: readonly string[], given: unknown): readonly Check[] {
  if (!Array.isArray(given))
    throw new Error(`the reviewer of this type answered ${typeof given}, not a list of checks`);
  const seen = new Set<string>();
  return given.map((value: unknown, index) => {
    if (!isCheck(value))
      throw new Error(`answer ${index + 1} of this type's reviewer is no check: { id, status, summary, blocking }`);
    if (!announced.includes(value.id))
      throw new Error(`the reviewer of this type answered ${value.id}, which it does not announce`);
    if (seen.has(value.id)) throw new Error(`the reviewer of this type answered ${value.id} twice`);
    seen.add(value.id);
    return value;
  });
}
