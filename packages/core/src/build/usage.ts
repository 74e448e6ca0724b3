import type { TecConfig } from '../config/config.js';

/** What a builder used: `tokens`, `steps` (model calls), `seconds`, `money`; a part that nobody counted is absent. */
export type Usage = Readonly<Record<string, number>>;

const round = (value: number): number => Math.round(value * 1e6) / 1e6;

export const addUsage = (one: Usage, other: Usage): Usage =>
  Object.fromEntries(
    [...new Set([...Object.keys(one), ...Object.keys(other)])].map((name) => [
      name,
      round((one[name] ?? 0) + (other[name] ?? 0)),
    ]),
  );

/** Which limit of a run is reached, in words; undefined while there is something left of each. */
export function reachedLimit(limits: TecConfig['models']['limits'], used: Usage): string | undefined {
  const { tokens = 0, steps = 0, seconds = 0, money = 0 } = used;
  if (tokens >= limits.tokens) return `the limit of ${limits.tokens} tokens is reached (used: ${tokens})`;
  if (steps >= limits.steps) return `the limit of ${limits.steps} model calls is reached`;
  if (seconds >= limits.seconds) return `the limit of ${limits.seconds} seconds is reached`;
  if (limits.money !== undefined && money >= limits.money)
    return `the limit of ${limits.money} for money is reached (used: ${money})`;
  return undefined;
}

/** Milliseconds that are left for building, at least 1 and at most what a timer can wait for. */
export const remainingMs = (limits: TecConfig['models']['limits'], used: Usage): number =>
  Math.max(1, Math.min((limits.seconds - (used['seconds'] ?? 0)) * 1000, 2 ** 31 - 1));
