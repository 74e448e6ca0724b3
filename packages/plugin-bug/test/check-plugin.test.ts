import { createChain } from '@typed-evidence-chain/chain';
import { definePlugin, pass, type ReviewerStrategy, type TypeBuilder } from '@typed-evidence-chain/core';
import { checkPlugin, recordEvents, reviewCase, type PluginSuite } from '@typed-evidence-chain/core/testing';
import bug from '@typed-evidence-chain/plugin-bug';
import { expect } from 'chai';
import { z } from 'zod';
import { fixedPrice, reproduction, shop, task } from './suite/shop.js';

const evidence = z.looseObject({});
const builder: TypeBuilder<Record<string, unknown>> = {
  instructions: 'Say so.',
  failingTestFirst: false,
  evidenceFromChange: async () => ({}),
};
const believes: ReviewerStrategy<Record<string, unknown>> = {
  checks: ['trust/said-so'],
  review: async () => [pass('trust/said-so', 'the builder said so')],
};
const trust = definePlugin({ type: 'TRUST', rule: { labels: { trust: 3 } }, evidence, builder, reviewer: believes });
const change = { base: shop, task, evidence: {}, change: { 'src/price.js': fixedPrice } };
const suite: PluginSuite = {
  routes: [
    { name: 'the label', reason: 'the label decides by itself', task: { title: 'Trust me', labels: ['trust'] } },
  ],
  accepts: [{ ...change, task: { title: 'Trust me' }, name: 'a claim', reason: 'the claim holds by itself' }],
  rejects: [
    {
      ...change,
      task: { title: 'Do not' },
      name: 'a lie',
      reason: 'nobody has shown anything',
      check: 'trust/said-so',
    },
  ],
};

describe('checkPlugin', () => {
  it('finds a plugin that believes what it is told', async () => {
    const report = await checkPlugin(trust, suite, { createChain });
    const failed = report.results.filter(({ problems }) => problems.length > 0);
    expect(report.passed).to.equal(false);
    expect(failed.map(({ name }) => name)).to.deep.equal(['a lie']);
    expect(failed[0]?.problems.join()).to.match(/should be rejected by trust\/said-so, and was accepted/);
  });

  it('refuses a case that is rejected for another reason than the named one', async () => {
    const file = 'test/discount.test.js';
    const rejects = [
      {
        base: shop,
        task: { title: 'No discount at exactly 100' },
        change: { 'src/price.js': fixedPrice, [file]: reproduction.replace('90)', '100)') },
        evidence: { reproduction: { tests: [{ file }] } },
        name: 'green on the base',
        reason: 'the test says what the faulty code does',
        check: 'bug/stable',
      },
    ];
    const report = await checkPlugin(bug, { routes: [], accepts: [], rejects }, { createChain });
    const result = report.results.find(({ kind }) => kind === 'rejects');
    expect(result?.problems.join()).to.match(/bug\/stable was not run, since bug\/fails-on-base is FAIL/);
    expect(report.results.find(({ kind }) => kind === 'suite')?.problems).to.have.length(2);
  });
});

describe('two chains in one process', () => {
  it('do not meet: each tells its own runs only', async () => {
    const [one, other] = [createChain({ plugins: [trust] }), createChain({ plugins: [trust] })];
    const recorder = recordEvents(other);
    await reviewCase(one, 'TRUST', {
      ...change,
      task: { title: 'Trust me' },
      name: 'a claim',
      reason: 'the claim holds by itself',
    });
    expect(recorder.events).to.deep.equal([]);
  });
});
