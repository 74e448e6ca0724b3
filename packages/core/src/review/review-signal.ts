import type { TecConfig } from '../config/config.js';

/** Fires when the caller cancels or `review.maxMinutes` are over, counted from now. */
export function reviewSignal({ review }: TecConfig, cancelled: AbortSignal | undefined): AbortSignal {
  const deadline = AbortSignal.timeout(Math.round(review.maxMinutes * 60_000));
  return cancelled ? AbortSignal.any([cancelled, deadline]) : deadline;
}
