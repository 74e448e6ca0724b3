import type { EventHistory } from './keep-events.js';
import type { EventSource, NamedEvent } from './event-source.js';

export interface ServerSentOptions {
  /** One run: the stream ends with it. Without it every run is told, until the client goes away. */
  readonly runId?: string;
  /** What was told before; needs `runId`. */
  readonly history?: EventHistory;
  /** The `Last-Event-ID` of a client that comes again: what it has is not told twice. */
  readonly lastEventId?: string | undefined;
  /**
   * What `chain.run` returned for this run: the stream ends with it. A run that is cancelled while it waits for its turn
   * never starts, and tells nothing.
   */
  readonly until?: Promise<unknown> | undefined;
  /** Events that a slow client may leave unread. Default 10 000. */
  readonly maxWaiting?: number;
}

/** One event in the format of `text/event-stream`. JSON has no line breaks, so that one `data` line is enough. */
const format = ({ name, event }: NamedEvent): string =>
  `id: ${event.seq}\nevent: ${name}\ndata: ${JSON.stringify(event)}\n\n`;

/** A client that reads nothing must not fill the memory of the host. Far more than the events of a run. */
const MAX_WAITING = 10_000;

/**
 * The events of a chain as a web stream for a response of type `text/event-stream`. Nothing is listened to any more once
 * the stream is cancelled, the run has finished or `until` is settled. A client that leaves `maxWaiting` events unread is
 * let go: it comes again with `Last-Event-ID`.
 */
export function toServerSentEvents(
  source: EventSource,
  { runId, history, lastEventId, until, maxWaiting = MAX_WAITING }: ServerSentOptions = {},
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  // An id that is no number stands for no event that we sent.
  const seen = lastEventId !== undefined && /^\d+$/.test(lastEventId) ? Number(lastEventId) : -1;
  let over = false;
  let stop: () => void = () => undefined;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const end = (): void => {
          if (over) return;
          over = true;
          stop();
          controller.close();
        };
        const tell = (entry: NamedEvent): void => {
          if (over || (runId !== undefined && entry.event.runId !== runId)) return;
          if (runId === undefined || entry.event.seq > seen) {
            if ((controller.desiredSize ?? 0) <= 0) return end();
            controller.enqueue(encoder.encode(format(entry)));
          }
          if (runId !== undefined && entry.name === 'run.finished') end();
        };
        // Both steps are synchronous: no event can fall between them.
        if (runId !== undefined) for (const entry of history?.of(runId) ?? []) tell(entry);
        if (!over) stop = source.onAny((name, event) => tell({ name, event }));
        // Whether it went well is not told here.
        until?.then(end, end);
      },
      cancel() {
        over = true;
        stop();
      },
    },
    { highWaterMark: Math.max(1, maxWaiting) },
  );
}
