import { CHAIN_EVENT_NAMES, EventBus, RunBus, type ListenerFailure } from '@typed-evidence-chain/core';
import { expect } from 'chai';

describe('EventBus', () => {
  it('stamps events of a run with its id and a gapless sequence', () => {
    const bus = new EventBus();
    const seen: { runId: string; seq: number }[] = [];
    bus.onAny((_name, { runId, seq }) => seen.push({ runId, seq }));
    const run = new RunBus(bus, 'r1');
    run.emit('check.started', { id: 'a' });
    run.emit('check.started', { id: 'b' });
    expect(seen).to.deep.equal([
      { runId: 'r1', seq: 0 },
      { runId: 'r1', seq: 1 },
    ]);
  });

  it('keeps a throwing listener from the others and from the emitter', () => {
    const failures: ListenerFailure[] = [];
    const bus = new EventBus((failure) => failures.push(failure));
    let reached = false;
    bus.on('check.started', () => {
      throw new Error('broken');
    });
    bus.on('check.started', () => {
      reached = true;
    });
    new RunBus(bus, 'r').emit('check.started', { id: 'a' });
    expect(reached).to.equal(true);
    expect(failures.map((failure) => (failure.error as Error).message)).to.deep.equal(['broken']);
  });

  it('waits for rejecting listeners and reports them', async () => {
    const failures: ListenerFailure[] = [];
    const bus = new EventBus((failure) => failures.push(failure));
    bus.on('check.started', async () => Promise.reject(new Error('late')));
    new RunBus(bus, 'r').emit('check.started', { id: 'a' });
    await bus.settled();
    expect(failures).to.have.length(1);
  });

  it('survives a broken error handler', () => {
    const bus = new EventBus(() => {
      throw new Error('handler');
    });
    bus.on('check.started', () => {
      throw new Error('listener');
    });
    expect(() => new RunBus(bus, 'r').emit('check.started', { id: 'a' })).not.to.throw();
  });

  it('returns its own unsubscribe function', () => {
    const bus = new EventBus();
    let calls = 0;
    const off = bus.on('check.started', () => {
      calls += 1;
    });
    off();
    new RunBus(bus, 'r').emit('check.started', { id: 'a' });
    expect(calls).to.equal(0);
  });

  it('lists every event name once', () => {
    expect(new Set(CHAIN_EVENT_NAMES).size).to.equal(CHAIN_EVENT_NAMES.length);
  });
});
