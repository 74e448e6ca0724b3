import { sloppiness, type PluginSuite } from '@typed-evidence-chain/core/testing';
import { expect } from 'chai';

const base = { 'a.js': '1\n' };
const careful: PluginSuite = {
  routes: [{ name: 'a request', reason: 'the text asks for it', task: { title: 'Make it fast' } }],
  accepts: [{ name: 'honest', reason: 'the ratio is as claimed', base, change: { 'a.js': '2\n' }, evidence: {} }],
  rejects: [
    {
      name: 'a lie',
      reason: 'nothing became faster',
      base,
      change: { 'a.js': '3\n' },
      evidence: {},
      check: 'perf/faster',
    },
  ],
};
const problems = (suite: Partial<PluginSuite>) =>
  sloppiness({ ...careful, ...suite }, ['perf/faster'], ['tests/untampered']);
const [honest] = careful.accepts as [(typeof careful.accepts)[number]];
const [lie] = careful.rejects as [(typeof careful.rejects)[number]];

describe('a suite for a plugin', () => {
  it('is fine when every case has a name and a reason of its own', () => expect(problems({})).to.deep.equal([]));

  const sloppy: { what: string; suite: Partial<PluginSuite>; says: RegExp }[] = [
    { what: 'a case without a reason', suite: { accepts: [{ ...honest, reason: '' }] }, says: /gives no reason/ },
    {
      what: 'a reason that repeats the name',
      suite: { accepts: [{ ...honest, name: 'it is honest', reason: 'It is honest' }] },
      says: /repeats its name/,
    },
    {
      what: 'two cases of one name',
      suite: { accepts: [honest, { ...honest, change: {} }] },
      says: /2 cases are called "honest"/,
    },
    {
      what: 'one case under two names',
      suite: { accepts: [honest, { ...honest, name: 'again' }] },
      says: /the same case as/,
    },
    { what: 'no case that is rejected', suite: { rejects: [] }, says: /rejects is empty/ },
    {
      what: 'a check that nobody has',
      suite: { rejects: [lie, { ...lie, name: 'b', check: 'perf/fastr' }] },
      says: /no check of this plugin/,
    },
    {
      what: 'no case for the checks of the plugin',
      suite: { rejects: [{ ...lie, check: 'tests/untampered' }] },
      says: /no case is found by a check of the plugin/,
    },
  ];
  for (const { what, suite, says } of sloppy)
    it(`is refused with ${what}`, () => expect(problems(suite).join('\n')).to.match(says));
});
