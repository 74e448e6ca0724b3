import { closeSync, existsSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { StoreError, type ChainEvent, type ChainEventName, type EventJournal } from '@typed-evidence-chain/core';
import { orStoreError } from './or-store-error.js';
import { canonicalJson } from './digest.js';

/** One line of `events.jsonl`: the event as listeners saw it, its name, and the stage that it belongs to. */
export type RecordedEvent = ChainEvent & { readonly name: ChainEventName; readonly stage: string };

const VOLATILE = /^(at|seq|runId|name|stage)$|Ms$/;

/** What makes two events the same one when a stage that was interrupted is passed again: not how long things took. */
function identity(stage: string, name: ChainEventName, payload: object): string {
  if (name === 'check.finished') {
    const { id, status, blocking } = (payload as ChainEvent<'check.finished'>).check;
    return canonicalJson([stage, name, id, status, blocking]);
  }
  return canonicalJson([
    stage,
    name,
    JSON.parse(JSON.stringify(payload, (key, value: unknown) => (VOLATILE.test(key) ? undefined : value))),
  ]);
}

/** How an attempt ended is never said again by another attempt. */
const endsAttempt = (name: ChainEventName, payload: object): boolean =>
  name === 'run.failed' || (name === 'run.finished' && (payload as { verdict?: unknown }).verdict === null);

/** Complete lines only: what a power cut left of the last one is no event. */
export function readEvents(file: string): { readonly events: readonly RecordedEvent[]; readonly bytes: number } {
  if (!existsSync(file)) return { events: [], bytes: 0 };
  const text = orStoreError('The record of events cannot be read', file, () => readFileSync(file));
  const bytes = text.lastIndexOf(10) + 1;
  const lines = text
    .subarray(0, bytes)
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '');
  try {
    return { events: lines.map((line) => JSON.parse(line) as RecordedEvent), bytes };
  } catch (cause) {
    throw new StoreError('store/failed', `The record of events is damaged: ${(cause as Error).message}`, {
      file,
      cause,
    });
  }
}

/** The events of one run, one a line, only ever added to, on the disk before the next stage starts. */
export class EventLog implements EventJournal {
  private readonly handle: number;
  private readonly known = new Map<string, number>();
  private next: number;
  /** The stage that is under way; set by the steps of the run. */
  stage = '';

  constructor(private readonly file: string) {
    const { events, bytes } = readEvents(file);
    this.handle = orStoreError('Events cannot be recorded', file, () => openSync(file, 'a', 0o600));
    ftruncateSync(this.handle, bytes);
    this.next = (events.at(-1)?.seq ?? -1) + 1;
    for (const { name, stage, ...payload } of events) {
      if (endsAttempt(name, payload)) continue;
      const key = identity(stage, name, payload);
      this.known.set(key, (this.known.get(key) ?? 0) + 1);
    }
  }

  get nextSeq(): number {
    return this.next;
  }

  readonly isRecorded = (name: ChainEventName, payload: object): boolean => {
    if (endsAttempt(name, payload)) return false;
    const key = identity(this.stage, name, payload);
    const left = this.known.get(key) ?? 0;
    if (left > 0) this.known.set(key, left - 1);
    return left > 0;
  };

  readonly append = (name: ChainEventName, event: ChainEvent): void => {
    try {
      writeSync(this.handle, `${JSON.stringify({ name, stage: this.stage, ...event })}\n`);
    } catch (cause) {
      throw new StoreError('store/failed', `The event ${name} cannot be recorded: ${(cause as Error).message}`, {
        file: this.file,
        cause,
      });
    }
    this.next = event.seq + 1;
  };

  sync(): void {
    fsyncSync(this.handle);
  }

  close(): void {
    fsyncSync(this.handle);
    closeSync(this.handle);
  }
}
