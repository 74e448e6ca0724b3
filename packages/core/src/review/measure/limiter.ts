import { RunAbortedError } from '../../errors/chain-error.js';

interface Waiting {
  readonly enter: () => void;
  readonly later: boolean;
}

export interface Turn {
  readonly signal?: AbortSignal | undefined;
  /** Everything that is not `later` goes first. */
  readonly later?: boolean | undefined;
}

/** At most `size` tasks at the same time; the others wait in the order in which they came. */
export class Limiter {
  private free: number;
  private readonly waiting: Waiting[] = [];

  constructor(size: number) {
    // Not a number: one at a time, too. With `NaN` places nobody would ever get in.
    this.free = Math.max(1, Math.floor(size) || 1);
  }

  /** A task whose signal fired before its turn leaves the queue at once: it rejects with `RunAbortedError`. */
  async run<T>(task: () => Promise<T>, turn: Turn = {}): Promise<T> {
    if (turn.signal?.aborted) throw new RunAbortedError(turn.signal.reason);
    if (this.free > 0) this.free -= 1;
    else await this.turn(turn);
    try {
      return await task();
    } finally {
      const next = this.waiting.shift();
      if (next) next.enter();
      else this.free += 1;
    }
  }

  private turn({ signal, later = false }: Turn): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.waiting.splice(this.waiting.indexOf(waiting), 1);
        reject(new RunAbortedError(signal?.reason));
      };
      const enter = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const waiting: Waiting = { enter, later };
      signal?.addEventListener('abort', leave, { once: true });
      const behind = later ? -1 : this.waiting.findIndex((other) => other.later);
      if (behind < 0) this.waiting.push(waiting);
      else this.waiting.splice(behind, 0, waiting);
    });
  }
}
