import { createChain } from '@typed-evidence-chain/chain';
import { definePlugin, pass, type Check } from '@typed-evidence-chain/core';
import { temporaryRepository, type TemporaryRepository } from '@typed-evidence-chain/core/testing';
import { expect } from 'chai';
import { z } from 'zod';

/** A plugin of the type BROKEN; `answer` may be anything, as it may in plain JavaScript. */
const broken = (answer: () => unknown) =>
  definePlugin({
    type: 'BROKEN',
    rule: {},
    evidence: z.strictObject({}),
    builder: { instructions: 'break', failingTestFirst: false, evidenceFromChange: async () => ({}) },
    reviewer: { checks: ['broken/holds'], review: async () => (await answer()) as readonly Check[] },
  });

describe('a reviewer that breaks the contract', () => {
  let repository: TemporaryRepository;
  let patch: string;
  before(async () => {
    repository = await temporaryRepository({ files: { 'a.txt': 'a\n' } });
    patch = await repository.patch({ 'a.txt': 'b\n' });
  });
  after(() => repository.remove());

  const review = async (answer: () => unknown, maxMinutes = 5) => {
    const { verdict, checks } = await createChain({ plugins: [broken(answer)], sandbox: 'none' }).run(
      { title: 'break' },
      {
        repository: repository.path,
        change: { patch },
        type: 'BROKEN',
        config: { review: { maxMinutes } },
        submission: { type: 'BROKEN', status: 'DONE', summary: '', acCoverage: [], evidence: {} },
      },
    );
    const ids = checks.map(({ id }) => id);
    expect(ids, 'each check once').to.deep.equal([...new Set(ids)]);
    return { verdict, check: checks.find(({ id }) => id === 'broken/holds') };
  };
  const holds = pass('broken/holds', 'fine');

  it('is believed where it keeps to it', async () => {
    expect(await review(() => [holds])).to.have.nested.property('check.status', 'PASS');
  });

  const answers: readonly (readonly [what: string, answer: unknown, says: RegExp])[] = [
    ['nothing', undefined, /undefined, not a list/],
    ['no checks', [undefined], /answer 1 .* is no check/],
    ['a status that there is not', [{ ...holds, status: 'OK' }], /answer 1 .* is no check/],
    ['one check twice', [holds, { ...holds, status: 'FAIL' }], /broken\/holds twice/],
    [
      'a check that is not its own',
      [holds, pass('tests/no-regression', 'fine')],
      /tests\/no-regression, which it does not/,
    ],
  ];
  for (const [what, answer, says] of answers) {
    it(`proves nothing with ${what}`, async () => {
      const { verdict, check } = await review(() => answer);
      expect(verdict).to.equal('NEEDS_REVIEW');
      expect(check?.status).to.equal('NOT_RUN');
      expect(check?.summary).to.match(says);
    });
  }

  it('proves nothing where it never answers: the limit of the review ends it', async function () {
    this.timeout(60_000);
    const { verdict, check } = await review(() => new Promise(() => undefined), 0.01);
    expect(verdict).to.equal('NEEDS_REVIEW');
    expect(check).to.deep.include({ status: 'NOT_RUN' });
    expect(check?.summary).to.match(/review\.maxMinutes/);
  });
});
