import { EventEmitter } from 'eventemitter3';
import {
  CHAIN_EVENT_NAMES,
  type AnyChainListener,
  type ChainEvent,
  type ChainEventName,
  type ChainEventPayloads,
  type ChainListener,
} from './chain-events.js';
import type { EventJournal } from './event-journal.js';

/** What went wrong in a listener; the run goes on. */
export interface ListenerFailure {
  readonly event: ChainEventName;
  readonly error: unknown;
}

export type Unsubscribe = () => void;

/**
 * The typed bus of a chain. A listener that throws or rejects never harms the run or another listener: the failure
 * goes to `onListenerError`. Stages never wait for listeners; `settled` waits for those that returned a promise.
 */
export class EventBus {
  private readonly emitter = new EventEmitter<ChainEventName>();
  private readonly pending = new Set<Promise<void>>();

  constructor(private readonly onListenerError: (failure: ListenerFailure) => void = () => undefined) {}

  /** Returns its own unsubscribe function. */
  on<N extends ChainEventName>(name: N, listener: ChainListener<N>): Unsubscribe {
    const guarded = (event: ChainEvent<N>): void => this.call(name, () => listener(event));
    this.emitter.on(name, guarded);
    return () => {
      this.emitter.off(name, guarded);
    };
  }

  onAny(listener: AnyChainListener): Unsubscribe {
    const unsubscribers = CHAIN_EVENT_NAMES.map((name) => this.on(name, (event) => listener(name, event)));
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe();
    };
  }

  emit<N extends ChainEventName>(name: N, event: ChainEvent<N>): void {
    this.emitter.emit(name, event);
  }

  /** Resolves when every promise that a listener returned has settled. */
  async settled(): Promise<void> {
    while (this.pending.size > 0) await Promise.all(this.pending);
  }

  private call(event: ChainEventName, listener: () => unknown): void {
    try {
      const outcome = listener();
      if (outcome instanceof Promise) {
        const guarded: Promise<void> = outcome
          .then(
            () => undefined,
            (error: unknown) => this.report({ event, error }),
          )
          .finally(() => this.pending.delete(guarded));
        this.pending.add(guarded);
      }
    } catch (error) {
      this.report({ event, error });
    }
  }

  private report(failure: ListenerFailure): void {
    try {
      this.onListenerError(failure);
    } catch (error) {
      // The host's own error handler is broken; a warning is the last place that cannot harm the run.
      process.emitWarning(error instanceof Error ? error : String(error), 'ChainListenerWarning');
    }
  }
}

/** The bus of one run: stamps each payload with the run's id, a gapless sequence number and the time. */
export class RunBus {
  private seq: number;

  constructor(
    private readonly bus: EventBus,
    readonly runId: string,
    private readonly journal?: EventJournal,
  ) {
    this.seq = journal?.nextSeq ?? 0;
  }

  emit<N extends ChainEventName>(name: N, payload: ChainEventPayloads[N]): void {
    if (this.journal?.isRecorded(name, payload)) return;
    const stamp = { runId: this.runId, seq: this.seq, at: new Date().toISOString() };
    const event = { ...payload, ...stamp } as unknown as ChainEvent<N>;
    this.journal?.append(name, event);
    this.seq += 1;
    this.bus.emit(name, event);
  }
}
