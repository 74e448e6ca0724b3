import { RunAbortedError } from '../../errors/chain-error.js';

/** At most `size` tasks at the same time; the others wait in the order in which they came. */
export class Limiter {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  constructor(size: number) {
    this.free = Math.max(1, Math.floor(size));
  }

  /** A task whose signal fires while it waits leaves the queue at once: it rejects with `RunAbortedError`. */
  async run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (this.free > 0) this.free -= 1;
    else await this.turn(signal);
    try {
      return await task();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free += 1;
    }
  }

  private turn(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.waiting.splice(this.waiting.indexOf(enter), 1);
        reject(new RunAbortedError(signal?.reason));
      };
      const enter = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      if (signal?.aborted) {
        reject(new RunAbortedError(signal.reason));
        return;
      }
      signal?.addEventListener('abort', leave, { once: true });
      this.waiting.push(enter);
    });
  }
}
