import type { EventHistory } from './keep-events.js';
import type { EventSource, NamedEvent } from './event-source.js';

export interface ServerSentOptions {
  /** One run: the stream ends with it. Without it every run is told, until the client goes away. */
  readonly runId?: string;
  /** What was told before; needs `runId`. */
  readonly history?: EventHistory;
  /** The `Last-Event-ID` of a client that comes again: what it has is not told twice. */
  readonly lastEventId?: string | undefined;
}

/** One event in the format of `text/event-stream`. JSON has no line breaks, so that one `data` line is enough. */
const format = ({ name, event }: NamedEvent): string =>
  `id: ${event.seq}\nevent: ${name}\ndata: ${JSON.stringify(event)}\n\n`;

/**
 * The events of a chain as a web stream for a response of type `text/event-stream`. Nothing is listened to any more once
 * the stream is cancelled or the run has finished.
 */
export function toServerSentEvents(
  source: EventSource,
  { runId, history, lastEventId }: ServerSentOptions = {},
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  // An id that is no number stands for no event that we sent.
  const seen = lastEventId !== undefined && /^\d+$/.test(lastEventId) ? Number(lastEventId) : -1;
  let stop: () => void = () => undefined;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      let over = false;
      const tell = (entry: NamedEvent): void => {
        if (over || (runId !== undefined && entry.event.runId !== runId)) return;
        if (runId === undefined || entry.event.seq > seen) controller.enqueue(encoder.encode(format(entry)));
        if (runId !== undefined && entry.name === 'run.finished') {
          over = true;
          stop();
          controller.close();
        }
      };
      // Both steps are synchronous: no event can fall between them.
      if (runId !== undefined) for (const entry of history?.of(runId) ?? []) tell(entry);
      if (!over) stop = source.onAny((name, event) => tell({ name, event }));
    },
    cancel() {
      stop();
    },
  });
}
