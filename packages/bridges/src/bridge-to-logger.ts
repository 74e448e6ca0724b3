import type { ChainEvent } from '@typed-evidence-chain/core';
import type { EventSource, NamedEvent } from './event-source.js';

/** What console, pino, winston and others have in common. */
export interface Logger {
  readonly info: (message: string, fields: object) => unknown;
  readonly warn: (message: string, fields: object) => unknown;
  readonly error: (message: string, fields: object) => unknown;
}

const bad = new Set(['FAIL', 'NOT_RUN']);

function levelOf({ name, event }: NamedEvent): keyof Logger {
  if (name === 'run.failed') return 'error';
  if (name === 'evidence.rejected') return 'warn';
  if (name === 'check.finished') return bad.has((event as ChainEvent<'check.finished'>).check.status) ? 'warn' : 'info';
  if (name === 'verdict.reached') return (event as ChainEvent<'verdict.reached'>).verdict === 'DONE' ? 'info' : 'warn';
  return 'info';
}

/** One line for each event: the name as the message, the payload as fields. Returns its own unsubscribe function. */
export function bridgeToLogger(source: EventSource, logger: Logger): () => void {
  return source.onAny((name, event) => {
    // Called as a method: many loggers need their `this`.
    logger[levelOf({ name, event })](name, event);
  });
}
