import { createHmac } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { EventChannel } from '../../dist/channel/event-channel.js';

describe('EventChannel', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tec-channel-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Opens a session like the hooks do; returns a function that sends an event. */
  function openSession(): (event: object) => void {
    const record = Buffer.alloc(40);
    const keys = openSync(join(folder, 'keys'), 'r');
    readSync(keys, record, 0, 40, null);
    closeSync(keys);
    const events = openSync(join(folder, 'events'), 'w');
    let sequence = 0;
    return (event) => {
      const body = `${record.readUInt32LE(0)} ${sequence++} 0 ${JSON.stringify(event)}`;
      writeSync(
        events,
        `${createHmac('sha256', record.subarray(8)).update(body).digest('hex').slice(0, 32)} ${body}\n`,
      );
    };
  }

  it('closes when nobody ever opened it', async () => {
    const decoder = await (await EventChannel.open(folder)).close();
    expect([decoder.sessions.length, decoder.problems]).to.deep.equal([0, []]);
  });

  it('gives each session a key of its own, and reads everything that was written before the end', async () => {
    const channel = await EventChannel.open(folder);
    for (const send of [openSession(), openSession()]) {
      send({ t: 'open' });
      for (let i = 0; i < 100; i++) send({ t: 'test', title: 'x'.repeat(100) });
      send({ t: 'close' });
    }
    const decoder = await channel.close();
    expect(decoder.problems).to.deep.equal([]);
    expect(decoder.sessions.map(({ events }) => events.length)).to.deep.equal([102, 102]);
  });

  it('sees what somebody else writes', async () => {
    const channel = await EventChannel.open(folder);
    const events = openSync(join(folder, 'events'), 'w');
    writeSync(events, 'x');
    closeSync(events);
    expect((await channel.close()).problems).not.to.deep.equal([]);
  });
});
