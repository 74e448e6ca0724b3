import { setMaxListeners } from 'node:events';

import { WorkspaceError } from '@typed-evidence-chain/core';

/** Counts what is under way in a review, so that its end can wait for it. */
export class Lifetime {
  readonly #closing = new AbortController();
  readonly #pending = new Set<Promise<unknown>>();

  /** Fires when the review is closed or the host's signal fires. */
  readonly signal: AbortSignal;

  constructor(host: AbortSignal | undefined) {
    this.signal = host === undefined ? this.#closing.signal : AbortSignal.any([host, this.#closing.signal]);
    // One listener for each git process under way: many are no leak.
    setMaxListeners(0, this.signal);
  }

  /** Rejects with `WorkspaceError` (`workspace/closed`) where the review is closed or gets closed meanwhile. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#closing.signal.aborted) throw closed();
    const running = work();
    this.#pending.add(running);
    try {
      return await running;
    } catch (error) {
      throw this.#closing.signal.aborted ? closed(error) : error;
    } finally {
      this.#pending.delete(running);
    }
  }

  /** Settles when nothing is under way any more. */
  async close(): Promise<void> {
    this.#closing.abort(closed());
    await Promise.allSettled(this.#pending);
  }
}

function closed(cause?: unknown): WorkspaceError {
  return new WorkspaceError('workspace/closed', 'The trees of this review are closed', { cause });
}
