import type { AnyChainListener, ChainEvent, ChainEventName } from '../events/chain-events.js';

export interface RecordedEvent {
  readonly name: ChainEventName;
  readonly event: ChainEvent;
}

/** Everything that a chain tells, in the order in which it told it. */
export interface EventRecorder {
  readonly events: readonly RecordedEvent[];
  readonly names: () => readonly ChainEventName[];
  /** The events of one name, with the payload of that name. */
  readonly of: <N extends ChainEventName>(name: N) => readonly ChainEvent<N>[];
  readonly stop: () => void;
}

/** Records the events of a chain, or of anything else that has `onAny`, until `stop`. */
export function recordEvents(source: { readonly onAny: (listener: AnyChainListener) => () => void }): EventRecorder {
  const events: RecordedEvent[] = [];
  const stop = source.onAny((name, event) => {
    events.push({ name, event });
  });
  return {
    events,
    names: () => events.map(({ name }) => name),
    of: <N extends ChainEventName>(name: N) =>
      events.filter((entry) => entry.name === name).map(({ event }) => event as unknown as ChainEvent<N>),
    stop,
  };
}
