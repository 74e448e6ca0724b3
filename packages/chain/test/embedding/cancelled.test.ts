import { createChain } from '@typed-evidence-chain/chain';
import { definePlugin, notRun, type Check, type ReviewSession } from '@typed-evidence-chain/core';
import { temporaryRepository } from '@typed-evidence-chain/core/testing';
import { expect } from 'chai';
import { z } from 'zod';

/** A plugin whose check goes on until the run is cancelled, and ends as given. */
const waiting = (ending: () => Check) =>
  definePlugin({
    type: 'WAITING',
    rule: {},
    evidence: z.strictObject({}),
    builder: { instructions: 'wait', failingTestFirst: false, evidenceFromChange: async () => ({}) },
    reviewer: {
      checks: ['waiting/done'],
      review: async (_evidence: object, session: ReviewSession) => {
        await new Promise((resolve) => session.signal.addEventListener('abort', resolve, { once: true }));
        return [ending()];
      },
    },
  });

describe('a cancelled run', () => {
  const endings: Readonly<Record<string, () => Check>> = {
    'breaks for a reason of its own': () => {
      throw new Error('git was killed');
    },
    'makes a finding of it': () => notRun('waiting/done', 'the run ended early'),
  };
  for (const [what, ending] of Object.entries(endings)) {
    it(`gives no verdict where a check ${what}`, async () => {
      const repository = await temporaryRepository({ files: { 'a.txt': 'a\n' } });
      try {
        const chain = createChain({ plugins: [waiting(ending)], sandbox: 'none' });
        const controller = new AbortController();
        chain.on('check.started', ({ id }) => {
          if (id === 'waiting/done') controller.abort();
        });
        const patch = await repository.patch({ 'a.txt': 'b\n' });
        const outcome = await chain
          .run(
            { title: 'wait' },
            {
              repository: repository.path,
              change: { patch },
              type: 'WAITING',
              submission: { type: 'WAITING', status: 'DONE', summary: '', acCoverage: [], evidence: {} },
              signal: controller.signal,
            },
          )
          .then(
            ({ verdict }) => verdict,
            (error: { code?: string }) => error.code,
          );
        expect(outcome).to.equal('run/aborted');
      } finally {
        await repository.remove();
      }
    });
  }
});
