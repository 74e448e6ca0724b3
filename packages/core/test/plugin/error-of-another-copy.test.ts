import { expect } from 'chai';
import { ChainError, InputError, PluginError } from '@typed-evidence-chain/core';

/** The module once more, as a program has it that finds another installation of the package. */
async function anotherCopy(): Promise<Pick<typeof import('@typed-evidence-chain/core'), 'InputError'>> {
  const url = new URL('../../dist/errors/chain-error.js?another-copy', import.meta.url);
  return (await import(url.href)) as Pick<typeof import('@typed-evidence-chain/core'), 'InputError'>;
}

describe('errors of another copy of core', () => {
  it('are errors of the chain', async () => {
    const other = await anotherCopy();
    const error: unknown = new other.InputError('input/usage', 'no');

    expect(other.InputError).to.not.equal(InputError);
    expect(error instanceof ChainError && error.code).to.equal('input/usage');
  });

  it('are not taken for other kinds, and other errors are not taken for them', () => {
    const input: unknown = new InputError('input/usage', 'no');

    expect(input instanceof ChainError).to.equal(true);
    expect(input instanceof InputError).to.equal(true);
    expect(input instanceof PluginError).to.equal(false);
    expect(new Error('no') instanceof ChainError).to.equal(false);
    expect({ code: 'input/usage' } instanceof ChainError).to.equal(false);
  });
});
