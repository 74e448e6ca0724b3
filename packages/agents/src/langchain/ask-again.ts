import { setTimeout as sleep } from 'node:timers/promises';

const ATTEMPTS = 4;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 60_000;

interface ServiceError {
  readonly status?: number;
  readonly name?: string;
  readonly code?: string;
  readonly headers?: { readonly get?: (name: string) => string | null };
}

/** Too many requests, a fault of the service, or no connection: worth another try. A wrong key or request is not. */
export function isPassing(error: unknown): boolean {
  const { status, name, code } = (error ?? {}) as ServiceError;
  if (status !== undefined) return status === 408 || status === 409 || status === 429 || status >= 500;
  return /Connection|Timeout|FetchError/.test(name ?? '') || /^(ECONN|EPIPE|ETIMEDOUT|UND_ERR)/.test(code ?? '');
}

/** What the service asks for, else longer each time. */
function waitMs(error: unknown, attempt: number): number {
  const asked = Number((error as ServiceError).headers?.get?.('retry-after') ?? Number.NaN);
  return Math.min(LONGEST_WAIT_MS, Number.isFinite(asked) ? asked * 1000 : FIRST_WAIT_MS * 2 ** (attempt - 1));
}

/** Asks up to four times. `onWait` is told why and for how long, before each wait. */
export async function askAgain<T>(
  ask: () => Promise<T>,
  signal: AbortSignal,
  onWait: (error: unknown, ms: number) => void,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      if (attempt >= ATTEMPTS || signal.aborted || !isPassing(error)) throw error;
      const ms = waitMs(error, attempt);
      onWait(error, ms);
      await sleep(ms, undefined, { signal });
    }
  }
}
