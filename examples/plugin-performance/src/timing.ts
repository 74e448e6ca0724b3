/** Milliseconds of each run, in the order in which they were made. */
export interface Timings {
  readonly base: readonly number[];
  readonly head: readonly number[];
  /** Of a program that does nothing, in the same sandbox. */
  readonly idle: readonly number[];
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  if (sorted.length === 0) return Number.NaN;
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
};

/** No clock of ours is finer than that, and a head that needs no time at all would make any factor true. */
const RESOLUTION_MS = 5;

export interface Speedup {
  readonly baseMs: number;
  readonly headMs: number;
  /** Of the medians, without what starting a program takes. */
  readonly factor: number;
  /** The least of the pairs: what was seen in the worst case. */
  readonly worst: number;
}

/** Pure. How many times faster the head is. Runs are compared pair by pair, so that a busy machine slows both down. */
export function speedup({ base, head, idle }: Timings): Speedup {
  const startUp = Math.min(median(idle), ...base, ...head);
  const work = (ms: number): number => Math.max(RESOLUTION_MS, ms - startUp);
  const pairs = base.map((ms, index) => work(ms) / work(head[index] ?? Number.POSITIVE_INFINITY));
  const baseMs = work(median(base));
  const headMs = work(median(head));
  return { baseMs, headMs, factor: baseMs / headMs, worst: Math.min(...pairs) };
}
