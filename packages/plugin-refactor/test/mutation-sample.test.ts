import { createChain } from '@typed-evidence-chain/chain';
import type { ChainResult, Check, TecConfigInput } from '@typed-evidence-chain/core';
import { temporaryRepository, type Files } from '@typed-evidence-chain/core/testing';
import { expect } from 'chai';
import { ledger, task, tidied } from './suite/ledger.js';

const FILE = 'test/ledger.test.js';
const ID = 'refactor/mutation-sample';

/** Runs every line of the change, and asks for next to nothing. */
const WEAK = `import test from 'node:test';
import assert from 'node:assert';
import { credit, debit } from '../src/index.js';

test('credit and debit give numbers', () => {
  for (const amount of [1.239, -1.239, 0]) {
    assert.equal(typeof credit(amount), 'number');
    assert.equal(typeof debit(amount), 'number');
  }
});
`;

interface Given {
  readonly base?: Files;
  readonly change?: Files;
  readonly config?: TecConfigInput['review'];
}

async function review({ base = {}, change = { 'src/index.js': tidied }, config = {} }: Given): Promise<ChainResult> {
  const repository = await temporaryRepository({ files: { ...ledger, ...base } });
  try {
    return await createChain({}).run(task, {
      repository: repository.path,
      type: 'REFACTOR',
      change: { patch: await repository.patch(change) },
      submission: {
        type: 'REFACTOR',
        status: 'DONE',
        summary: 'the same behaviour in another shape',
        acCoverage: [],
        evidence: { nonRegression: { tests: [{ file: FILE }] } },
      },
      config: { review: { repeat: 1, ...config } },
    });
  } finally {
    await repository.remove();
  }
}

const sampleOf = (result: ChainResult): Check => {
  const found = result.checks.filter(({ id }) => id === ID);
  expect(found).to.have.length(1);
  return found[0] as Check;
};

describe(ID, function () {
  this.timeout(180_000);

  it('counts what strong tests notice', async () => {
    const result = await review({});
    const check = sampleOf(result);
    expect(check).to.deep.include({ status: 'PASS', blocking: false });
    expect(check.details).to.have.property('survived').that.deep.equals([]);
    expect(check.details).to.have.property('killed').that.has.length(5);
    expect(check.summary).to.match(/notice 5 of 5 mutants/);
    expect(result.verdict).to.equal('DONE');
  });

  it('names what weak tests miss, and leaves the verdict as it is', async () => {
    const result = await review({ base: { [FILE]: WEAK } });
    const check = sampleOf(result);
    expect(check).to.deep.include({ status: 'PASS', blocking: false });
    expect(check.details?.['survived']).to.not.deep.equal([]);
    expect(check.summary).to.match(/not noticed: src\/index\.js:\d+ /);
    expect(result.verdict).to.equal('DONE');
  });

  it('touches changed lines only, and no more mutants than were asked for', async () => {
    const moved = ledger['src/index.js'].replace('if (amount < 0) return -', 'if (0 > amount) return -');
    const check = sampleOf(await review({ change: { 'src/index.js': moved }, config: { mutants: 2 } }));
    const { killed, survived, timedOut } = check.details as Record<string, readonly { at: string }[]>;
    const tried = [...(killed ?? []), ...(survived ?? []), ...(timedOut ?? [])];
    expect(tried).to.have.length(2);
    expect(new Set(tried.map(({ at }) => at))).to.deep.equal(new Set(['src/index.js:2']));
  });

  it('is not run where another check decides already', async () => {
    const result = await review({ change: { 'src/index.js': tidied.replace('cents(-amount)', 'cents(amount)') } });
    expect(sampleOf(result)).to.deep.include({ status: 'NOT_RUN', blocking: false });
    expect(sampleOf(result).summary).to.match(/^not needed: /);
    expect(result.timings.runs.filter(({ purpose }) => purpose.startsWith('mutant'))).to.deep.equal([]);
  });

  it('is off with review.mutants at 0, and the report says so', async () => {
    const result = await review({ config: { mutants: 0 } });
    expect(sampleOf(result)).to.deep.include({ status: 'NOT_RUN', blocking: false });
    expect(result.limits.join('\n')).to.include('review.mutants is 0');
    expect(result.verdict).to.equal('DONE');
  });

  it('has nothing to do where a change only removes', async () => {
    const spare = `${ledger['src/index.js']}\nfunction spare() {\n  return 1;\n}\n`;
    const result = await review({
      base: { 'src/index.js': spare },
      change: { 'src/index.js': ledger['src/index.js'] },
    });
    expect(sampleOf(result).status).to.be.oneOf(['N/A', 'NOT_RUN']);
  });
});
