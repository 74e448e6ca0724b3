import type { AnyChainListener, ChainEvent, ChainEventName } from '@typed-evidence-chain/core';

/** A chain, or anything else that tells its events in the same way. */
export interface EventSource {
  readonly onAny: (listener: AnyChainListener) => () => void;
}

export interface NamedEvent {
  readonly name: ChainEventName;
  readonly event: ChainEvent;
}
