import { createChain } from '@typed-evidence-chain/chain';
import { InputError, type BuilderBackend } from '@typed-evidence-chain/core';
import { expect } from 'chai';

/** A builder that tells when it starts, and is held until it is let go. */
function heldBuilder() {
  const started: string[] = [];
  const release: (() => void)[] = [];
  const builder: BuilderBackend = {
    name: 'held',
    repeats: false,
    build: async ({ task }) => {
      started.push(task.id);
      await new Promise<void>((resolve) => release.push(resolve));
      throw new InputError('input/usage', `${task.id} is over`);
    },
  };
  return { builder, started, letGo: () => release.shift()?.() };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('a chain with many tasks', () => {
  it('runs as many at a time as it may, the others in the order in which they came', async () => {
    const chain = createChain({ concurrency: 2 });
    const { builder, started, letGo } = heldBuilder();
    const runs = ['a', 'b', 'c', 'd'].map((id) =>
      chain.run({ id, title: id }, { repository: '.', builder }).catch((error: Error) => error.message),
    );
    await settle();
    expect(started).to.deep.equal(['a', 'b']);
    letGo();
    expect(await runs[0]).to.equal('a is over');
    await settle();
    expect(started).to.deep.equal(['a', 'b', 'c']);
    letGo();
    letGo();
    await runs[2];
    await settle();
    letGo();
    expect(await Promise.all(runs)).to.deep.equal(['a is over', 'b is over', 'c is over', 'd is over']);
  });

  it('lets a task go that is cancelled while it waits, and keeps its place for the next', async () => {
    const chain = createChain({ concurrency: 1 });
    const { builder, started, letGo } = heldBuilder();
    const controller = new AbortController();
    const code = (error: { code?: string }) => error.code;
    const first = chain.run({ title: 'first' }, { repository: '.', builder }).catch(code);
    const second = chain.run({ title: 'second' }, { repository: '.', builder, signal: controller.signal }).catch(code);
    const third = chain.run({ title: 'third' }, { repository: '.', builder }).catch(code);
    controller.abort();
    expect(await second).to.equal('run/aborted');
    letGo();
    await first;
    await settle();
    expect(started).to.deep.equal(['first', 'third']);
    letGo();
    expect(await third).to.equal('input/usage');
  });

  it('gives no verdict to a task that was cancelled before it came', async () => {
    const signal = AbortSignal.abort();
    const run = createChain().run({ title: 'x' }, { repository: '.', change: { patch: '' }, signal });
    expect(
      await run.then(
        () => 'a verdict',
        (error: { code?: string }) => error.code,
      ),
    ).to.equal('run/aborted');
  });

  for (const concurrency of [0, -1, Number.NaN, 1.5]) {
    it(`refuses ${concurrency} at a time: nothing would ever run`, () => {
      expect(() => createChain({ concurrency }))
        .to.throw(InputError)
        .with.property('field', 'concurrency');
    });
  }

  it('tells the events of its own runs only, in a process with another chain', async () => {
    const chains = [createChain(), createChain()] as const;
    const heard = chains.map((chain) => {
      const ids = new Set<string>();
      chain.onAny((_name, { runId }) => ids.add(runId));
      return ids;
    });
    await Promise.all(
      chains.map((chain, index) =>
        chain
          .run({ title: 'x' }, { repository: '.', change: { patch: '' }, runId: `run-${index}` })
          .catch(() => undefined),
      ),
    );
    expect(heard.map((ids) => [...ids])).to.deep.equal([['run-0'], ['run-1']]);
  });
});
