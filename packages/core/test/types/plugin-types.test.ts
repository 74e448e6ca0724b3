import { definePlugin, type ReviewerStrategy, type RouterRule, type TypeBuilder } from '@typed-evidence-chain/core';
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

  it('do not compile with a builder or a reviewer that lacks a member', () => {
    const { failingTestFirst: _left, ...half } = builder;
    // @ts-expect-error the builder lacks `failingTestFirst`
    const one = definePlugin({ type: 'PERF', rule: {}, evidence, builder: half, reviewer });
    const { checks: _out, ...rest } = reviewer;
    // @ts-expect-error the reviewer lacks `checks`
    const two = definePlugin({ type: 'PERF', rule: {}, evidence, builder, reviewer: rest });
    expect([one.type, two.type]).to.deep.equal(['PERF', 'PERF']);
  });

  it('do not compile with a check of a status that there is not', () => {
    const other: ReviewerStrategy<{ ratio: number }> = {
      checks: ['perf/faster'],
      // @ts-expect-error a check is PASS, FAIL, N/A, NOT_RUN or PRE_EXISTING
      review: async () => [{ id: 'perf/faster', status: 'OK', blocking: true, summary: '' }],
    };
    expect(other.checks).to.have.length(1);
  });

  it('do not compile with a member that nobody knows', () => {
    // @ts-expect-error `bindigs` is misspelt
    const plugin = definePlugin({ type: 'PERF', rule: {}, evidence, builder, reviewer, bindigs: [] });
    expect(plugin.type).to.equal('PERF');
  });

  it('do not compile with a rule whose pattern is a text', () => {
    // @ts-expect-error a pattern is a regular expression
    const rule: RouterRule = { patterns: [{ in: 'title', pattern: 'slow', weight: 2, reason: 'slow' }] };
    expect(rule.patterns).to.have.length(1);
  });

  it('do not compile with a class whose objects review other evidence', () => {
    // @ts-expect-error the reviewer that this class builds is of other evidence
    const plugin = definePlugin({ type: 'PERF', rule: {}, evidence, builder, reviewer: OtherReviewer });
    expect(plugin.type).to.equal('PERF');
  });
});

class OtherReviewer implements ReviewerStrategy<{ factor: number }> {
  readonly checks = ['perf/faster'];
  readonly review = async ({ factor }: { factor: number }) => (factor > 1 ? [] : []);
}
