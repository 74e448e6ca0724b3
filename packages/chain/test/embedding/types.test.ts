import { createChain } from '@typed-evidence-chain/chain';
import { definePlugin, type ReviewerStrategy, type TypeBuilder } from '@typed-evidence-chain/core';
import { expect } from 'chai';
import { z } from 'zod';

const evidence = z.object({ ratio: z.number() });
const builder: TypeBuilder<{ ratio: number }> = {
  instructions: 'Measure.',
  failingTestFirst: false,
  evidenceFromChange: async () => undefined,
};
const reviewer: ReviewerStrategy<{ ratio: number }> = {
  checks: ['performance/faster'],
  review: async () => [],
};
const performance = definePlugin({ type: 'PERFORMANCE', rule: {}, evidence, builder, reviewer });

/** Only compiled: what these promise is about types. */
const compiled = (..._proofs: readonly unknown[]): void => undefined;

describe('the types of a chain', () => {
  it('narrow the evidence by the type of the result', () => {
    const chain = createChain();
    type Result = Awaited<ReturnType<typeof chain.run>>;
    compiled((result: Result) => {
      if (result.type === 'BUG') return result.evidence?.reproduction.tests.length;
      // @ts-expect-error the evidence of a REFACTOR has no reproduction
      if (result.type === 'REFACTOR') return result.evidence?.reproduction;
      // @ts-expect-error no loaded plugin has this type
      return result.type === 'SECURITY';
    });
    expect(chain.plugins().map(({ plugin }) => plugin.type)).to.deep.equal(['BUG', 'FEATURE', 'REFACTOR']);
  });

  it('follow the plugins that were given', () => {
    const chain = createChain({ plugins: [performance] });
    type Result = Awaited<ReturnType<typeof chain.run>>;
    compiled((result: Result): number | undefined => {
      // @ts-expect-error BUG was not given
      if (result.type === 'BUG') return 0;
      return result.type === 'PERFORMANCE' ? result.evidence?.ratio : undefined;
    });
    expect(chain.plugins()).to.have.length(1);
  });

  it('know the names and payloads of events', () => {
    const chain = createChain();
    chain.on('check.finished', ({ check }) => check.status);
    // @ts-expect-error there is no such event
    chain.on('check.done', () => undefined);
    // @ts-expect-error a verdict has no check
    chain.on('verdict.reached', ({ check }) => check);
    chain.onAny((name) => {
      // @ts-expect-error there is no such event to wait for
      if (name === 'verdict.found') return undefined;
      return name;
    });
    expect(chain.plugins()).to.have.length(3);
  });
});
