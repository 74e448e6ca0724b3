import type { ChainEvent, ChainEventName, ChainEventPayloads } from './chain-events.js';

/**
 * The record of a run's events that outlives the process. A resumed run passes its first stages again: what the record
 * holds already is not emitted a second time, and the numbers of new events go on after it.
 */
export interface EventJournal {
  /** The `seq` of the first event that is not in the record. */
  readonly nextSeq: number;
  /** True where this event of the present stage is in the record already; each recorded event answers once. */
  readonly isRecorded: <N extends ChainEventName>(name: N, payload: ChainEventPayloads[N]) => boolean;
  /** Written before any listener sees the event. A record that cannot be written ends the run: `StoreError`. */
  readonly append: (name: ChainEventName, event: ChainEvent) => void;
}
