import { settledBy } from '@typed-evidence-chain/core';
import { expect } from 'chai';

const never = (): Promise<never> => new Promise(() => undefined);
const why = (error: Error): string => error.message;

describe('settledBy', () => {
  it('gives what the work comes to', async () => {
    expect(await settledBy(new AbortController().signal, Promise.resolve(7))).to.equal(7);
  });

  it('lets work end by itself that heeds the signal', async () => {
    const controller = new AbortController();
    const work = new Promise<string>((resolve) =>
      controller.signal.addEventListener('abort', () => setImmediate(() => resolve('cleaned up'))),
    );
    const ended = settledBy(controller.signal, work);
    controller.abort();
    expect(await ended).to.equal('cleaned up');
  });

  it('waits no longer than told for work that never ends', async () => {
    const controller = new AbortController();
    const ended = settledBy(controller.signal, never(), 1).catch(why);
    controller.abort();
    expect(await ended).to.equal('it did not end when it was told to');
    expect(await settledBy(AbortSignal.abort(), never(), 1).catch(why)).to.match(/did not end/);
  });

  it('keeps the reason of work that breaks', async () => {
    const ended = settledBy(new AbortController().signal, Promise.reject(new Error('mine')));
    expect(await ended.catch(why)).to.equal('mine');
  });
});
