import { expect } from 'chai';
import { remembered } from '../../dist/remembered.js';

describe('remembered', () => {
  const counting = (answer: (source: string) => string) => {
    const asked: string[] = [];
    const ask = remembered(async (path, source) => {
      asked.push(`${path} ${source}`);
      return Promise.resolve(answer(source));
    });
    return { ask, asked };
  };

  it('asks once for one text', async () => {
    const { ask, asked } = counting((source) => source.toUpperCase());
    expect([await ask('a.js', 'x'), await ask('a.js', 'x')]).to.deep.equal(['X', 'X']);
    expect(asked).to.deep.equal(['a.js x']);
  });

  it('asks again for the same text under another path, and for another text', async () => {
    const { ask, asked } = counting((source) => source);
    await ask('a.js', 'x');
    await ask('a.ts', 'x');
    await ask('a.js', 'y');
    expect(asked).to.deep.equal(['a.js x', 'a.ts x', 'a.js y']);
  });

  it('asks again where the first time failed', async () => {
    let turn = 0;
    const ask = remembered(async () => {
      turn += 1;
      if (turn === 1) throw new Error('no answer');
      return Promise.resolve(turn);
    });
    const failed = await ask('a.js', 'x').catch((error: Error) => error.message);
    expect([failed, await ask('a.js', 'x')]).to.deep.equal(['no answer', 2]);
  });
});
