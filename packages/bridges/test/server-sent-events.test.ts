import { keepEvents, toServerSentEvents } from '@typed-evidence-chain/bridges';
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
});
