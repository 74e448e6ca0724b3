import {
  createContainer,
  definePlugin,
  PluginError,
  PluginHost,
  Tokens,
  type ReviewerStrategy,
  type TypeBuilder,
} from '@typed-evidence-chain/core';
import { expect } from 'chai';
import { inject, injectable } from 'inversify';
import { z } from 'zod';

const evidence = z.object({ ratio: z.number() });
type Evidence = z.output<typeof evidence>;

const builder: TypeBuilder<Evidence> = {
  instructions: '',
  failingTestFirst: false,
  evidenceFromChange: async () => undefined,
};
const reviewer: ReviewerStrategy<Evidence> = { checks: ['performance/faster'], review: async () => [] };
const plugin = definePlugin({ type: 'PERFORMANCE', rule: {}, evidence, builder, reviewer });

const host = (): PluginHost => new PluginHost(createContainer());
const failure = (candidate: unknown, name = 'a-package'): PluginError => {
  try {
    host().add(candidate, { package: name });
  } catch (error) {
    if (error instanceof PluginError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
};

describe('PluginHost', () => {
  it('gives a plugin back by its type', () => {
    const plugins = host();
    plugins.add(plugin, { package: 'perf' });
    expect(plugins.get('PERFORMANCE')?.origin.package).to.equal('perf');
  });

  it('names both packages that claim one type', () => {
    const plugins = host();
    plugins.add(plugin, { package: 'one' });
    expect(() => plugins.add(plugin, { package: 'two' })).to.throw(PluginError, /one and two/);
  });

  const bad: { what: string; candidate: unknown; code: string; field: string }[] = [
    { what: 'no object', candidate: undefined, code: 'plugin/invalid', field: 'default export' },
    {
      what: 'another API version',
      candidate: { ...plugin, apiVersion: 99 },
      code: 'plugin/api-version',
      field: 'apiVersion',
    },
    { what: 'no type', candidate: { ...plugin, type: undefined }, code: 'plugin/invalid', field: 'type' },
    { what: 'a type in small letters', candidate: { ...plugin, type: 'perf' }, code: 'plugin/invalid', field: 'type' },
    {
      what: 'an evidence that is no schema',
      candidate: { ...plugin, evidence: {} },
      code: 'plugin/invalid',
      field: 'evidence',
    },
    { what: 'no reviewer', candidate: { ...plugin, reviewer: undefined }, code: 'plugin/invalid', field: 'reviewer' },
    {
      what: 'a reviewer without review',
      candidate: { ...plugin, reviewer: { checks: ['performance/faster'] } },
      code: 'plugin/invalid',
      field: 'reviewer.review',
    },
    { what: 'a name', candidate: 'tec-plugin-performance', code: 'plugin/invalid', field: 'default export' },
    { what: 'a whole module', candidate: { default: plugin }, code: 'plugin/invalid', field: 'default export' },
    {
      what: 'a builder without instructions',
      candidate: { ...plugin, builder: { ...builder, instructions: undefined } },
      code: 'plugin/invalid',
      field: 'builder.instructions',
    },
    {
      what: 'a builder that cannot be built',
      candidate: {
        ...plugin,
        builder: class {
          constructor() {
            throw new Error('no');
          }
        },
      },
      code: 'plugin/invalid',
      field: 'builder',
    },
    {
      what: 'a pattern that is a text',
      candidate: { ...plugin, rule: { patterns: [{ in: 'title', pattern: 'slow', weight: 2, reason: 'slow' }] } },
      code: 'plugin/invalid',
      field: 'rule.patterns.0.pattern',
    },
    {
      what: 'a label whose weight is no number',
      candidate: { ...plugin, rule: { labels: { performance: '3' } } },
      code: 'plugin/invalid',
      field: 'rule.labels.performance',
    },
    {
      what: 'a binding that binds nothing',
      candidate: { ...plugin, bindings: [{ token: Tokens.Sandbox, replaces: true }] },
      code: 'plugin/invalid',
      field: 'bindings.0.use',
    },
    {
      what: 'a binding of a token that does not exist',
      candidate: { ...plugin, bindings: [{ token: undefined, use: { value: 1 } }] },
      code: 'plugin/invalid',
      field: 'bindings.0.token',
    },
    {
      what: 'an advice without checks',
      candidate: { ...plugin, reviewer: { ...reviewer, advice: { review: async () => [] } } },
      code: 'plugin/invalid',
      field: 'reviewer.advice.checks',
    },
    ...[
      { what: 'a check of another type', checks: ['tests/no-regression'] },
      { what: 'a check without a name', checks: ['performance/'] },
      { what: 'a check that is announced twice', checks: ['performance/faster', 'performance/faster'] },
      { what: 'a reviewer without checks', checks: [] },
    ].map(({ what, checks }) => ({
      what,
      candidate: { ...plugin, reviewer: { ...reviewer, checks } },
      code: 'plugin/invalid',
      field: 'reviewer.checks',
    })),
  ];
  for (const { what, candidate, code, field } of bad) {
    it(`refuses ${what}`, () => expect(failure(candidate)).to.include({ code, field }));
  }

  it('keeps private services in the container of their plugin', () => {
    const token = Symbol('private');
    const container = createContainer();
    @injectable()
    class Builder implements TypeBuilder<Evidence> {
      readonly failingTestFirst = false;
      readonly evidenceFromChange = async (): Promise<undefined> => undefined;
      constructor(@inject(token) readonly instructions: string) {}
    }
    const entry = new PluginHost(container).add({
      ...plugin,
      builder: Builder,
      bindings: [{ token, use: { value: 'mine' } }],
    });
    expect(entry.builder.instructions).to.equal('mine');
    expect(container.isBound(token)).to.equal(false);
  });

  it('refuses two plugins that replace one port', () => {
    const token = Tokens.Sandbox;
    const plugins = host();
    const bindings = [{ token, use: { value: 1 }, replaces: true }];
    plugins.add({ ...plugin, bindings }, { package: 'one' });
    expect(() => plugins.add({ ...plugin, type: 'OTHER', bindings }, { package: 'two' }))
      .to.throw(PluginError)
      .with.property('code', 'plugin/double-binding');
  });

  it('lists plugins by type, whatever the order of loading', () => {
    const [a, b] = [host(), host()];
    const other = { ...plugin, type: 'AAA', reviewer: { ...reviewer, checks: ['aaa/holds'] } };
    for (const one of [plugin, other]) a.add(one);
    for (const one of [other, plugin]) b.add(one);
    const types = (list: PluginHost): string[] => list.list().map((entry) => entry.plugin.type);
    expect(types(a)).to.deep.equal(types(b));
  });
});
