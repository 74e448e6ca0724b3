import { setTimeout as delay } from 'node:timers/promises';

/** Time for work to end by itself once it is told to: its processes die, its folders go. */
const GRACE_MS = 10_000;
/** Longer than any review; a timer holds the process, which a promise does not. */
const HELD_MS = 2 ** 31 - 1;

/**
 * What `work` comes to; rejects where it has not ended within `graceMs` after the signal fired. Work of somebody else may
 * heed no signal, or wait for something that never comes: without this the review would never end, or the process would
 * end in the middle of it.
 */
export async function settledBy<T>(signal: AbortSignal, work: Promise<T>, graceMs = GRACE_MS): Promise<T> {
  const over = new AbortController();
  const held = setTimeout(() => undefined, HELD_MS);
  const late = new Promise<never>((_, reject) => {
    const fired = (): void => {
      delay(graceMs, undefined, { signal: over.signal }).then(
        () => reject(new Error('it did not end when it was told to')),
        // The work ended in time.
        () => undefined,
      );
    };
    if (signal.aborted) fired();
    else signal.addEventListener('abort', fired, { once: true, signal: over.signal });
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(held);
    over.abort();
  }
}
