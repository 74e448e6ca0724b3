import { definePlugin, type ReviewerStrategy, type TypeBuilder } from '@typed-evidence-chain/core';
import { expect } from 'chai';
import { z } from 'zod';

const evidence = z.object({ ratio: z.number() });
const builder: TypeBuilder<{ ratio: number }> = {
  instructions: '',
  failingTestFirst: false,
  evidenceFromChange: async () => ({ ratio: 2 }),
};
const reviewer: ReviewerStrategy<{ ratio: number }> = { checks: [], review: async () => [] };

describe('the types of a plugin', () => {
  it('do not compile with a reviewer that reads a field which the schema lacks', () => {
    const other: ReviewerStrategy<{ factor: number }> = {
      checks: [],
      review: async ({ factor }) => [factor].slice(1) as never[],
    };
    // @ts-expect-error the schema has no field `factor`
    const plugin = definePlugin({ type: 'PERF', rule: {}, evidence, builder, reviewer: other });
    expect(plugin.type).to.equal('PERF');
  });

  it('do not compile with a builder of other evidence', () => {
    const other: TypeBuilder<{ factor: string }> = {
      instructions: '',
      failingTestFirst: false,
      evidenceFromChange: async () => ({ factor: 'x' }),
    };
    // @ts-expect-error the builder returns other evidence than the schema describes
    const plugin = definePlugin({ type: 'PERF', rule: {}, evidence, builder: other, reviewer });
    expect(plugin.type).to.equal('PERF');
  });

  it('do not compile without a member', () => {
    // @ts-expect-error the reviewer is missing
    const plugin = definePlugin({ type: 'PERF', rule: {}, evidence, builder });
    expect(plugin.type).to.equal('PERF');
  });
});
