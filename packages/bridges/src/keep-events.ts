import type { EventSource, NamedEvent } from './event-source.js';

export interface KeepOptions {
  /** Runs that are kept; the oldest one goes first. Default 100. */
  readonly maxRuns?: number;
}

/** The events of the last runs, for clients that come late or again. */
export interface EventHistory {
  readonly of: (runId: string) => readonly NamedEvent[];
  readonly stop: () => void;
}

/** Keeps the events of a chain in memory. */
export function keepEvents(source: EventSource, { maxRuns = 100 }: KeepOptions = {}): EventHistory {
  const runs = new Map<string, NamedEvent[]>();
  const stop = source.onAny((name, event) => {
    const events = runs.get(event.runId) ?? [];
    events.push({ name, event });
    runs.set(event.runId, events);
    for (const oldest of runs.keys()) {
      if (runs.size <= Math.max(1, maxRuns)) break;
      runs.delete(oldest);
    }
  });
  return { of: (runId) => [...(runs.get(runId) ?? [])], stop };
}
