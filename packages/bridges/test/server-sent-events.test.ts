import { keepEvents, toServerSentEvents } from '@typed-evidence-chain/bridges';
import { EventBus } from '@typed-evidence-chain/core';
import { expect } from 'chai';
import { bus, tellRun } from './source.js';

const read = async (stream: ReadableStream<Uint8Array>): Promise<string> => new Response(stream).text();
const ids = (text: string): number[] => [...text.matchAll(/^id: (\d+)$/gm)].map((match) => Number(match[1]));

describe('toServerSentEvents', () => {
  it('tells one run and ends with it', async () => {
    const events = bus();
    const text = read(toServerSentEvents(events, { runId: 'a' }));
    tellRun(events, 'b');
    tellRun(events, 'a');
    expect(ids(await text)).to.deep.equal([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(await text).to.match(/^event: verdict\.reached\ndata: \{.*"verdict":"DONE"/m);
  });

  it('tells a client that comes late what it has missed, and nothing twice', async () => {
    const events = bus();
    const history = keepEvents(events);
    tellRun(events, 'a');
    expect(ids(await read(toServerSentEvents(events, { runId: 'a', history, lastEventId: '4' })))).to.deep.equal([
      5, 6, 7,
    ]);
    expect(ids(await read(toServerSentEvents(events, { runId: 'a', history, lastEventId: 'x' })))).to.have.length(8);
  });

  it('listens no more once the client is gone', async () => {
    const events = bus();
    let listeners = 0;
    const source = {
      onAny: (listener: Parameters<typeof events.onAny>[0]) => (
        (listeners += 1),
        ((stop) => () => ((listeners -= 1), stop()))(events.onAny(listener))
      ),
    };
    await toServerSentEvents(source).cancel();
    expect(listeners).to.equal(0);
  });

  it('keeps the last runs only', () => {
    const events = bus();
    const history = keepEvents(events, { maxRuns: 1 });
    tellRun(events, 'a');
    tellRun(events, 'b');
    expect([history.of('a').length, history.of('b').length]).to.deep.equal([0, 8]);
  });

  it('ends with a run that never began', async () => {
    const cancelled = Promise.reject(new Error('cancelled while it waited'));
    expect(await read(toServerSentEvents(bus(), { runId: 'a', until: cancelled }))).to.equal('');
  });

  it('lets a client go that reads nothing, and tells it the rest when it comes again', async () => {
    const events = bus();
    const history = keepEvents(events);
    const slow = toServerSentEvents(events, { runId: 'a', maxWaiting: 3 });
    tellRun(events, 'a');
    const got = ids(await read(slow));
    expect(got).to.deep.equal([0, 1, 2]);
    const rest = read(toServerSentEvents(events, { runId: 'a', history, lastEventId: String(got.at(-1)) }));
    expect(ids(await rest)).to.deep.equal([3, 4, 5, 6, 7]);
  });

  it('harms no run by a client that is gone', async () => {
    const failures: unknown[] = [];
    const events = new EventBus((failure) => failures.push(failure));
    const stream = toServerSentEvents(events);
    tellRun(events, 'a');
    await stream.cancel();
    tellRun(events, 'b');
    expect(failures).to.deep.equal([]);
  });
});
