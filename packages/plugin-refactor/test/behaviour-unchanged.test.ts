import { expect } from 'chai';
import type { BehaviourReport } from '@typed-evidence-chain/core';
import { behaviourUnchanged } from '../dist/checks/behaviour-unchanged.js';

const nothing: BehaviourReport = { compared: [], skipped: [], counterexamples: [], missing: [], durationMs: 1 };
const skipped = [{ subject: 'src/a.js f', reason: 'it answers differently from run to run at the base already' }];

describe('refactor/behaviour-unchanged', () => {
  it('asks somebody to look where nothing could be compared and no test runs all of it', () => {
    expect(behaviourUnchanged({ ...nothing, skipped }, [], false)).to.deep.include({
      status: 'NOT_RUN',
      blocking: true,
    });
  });

  it('leaves it to the tests where they run all that changed', () => {
    expect(behaviourUnchanged({ ...nothing, skipped }, [], true).status).to.equal('N/A');
  });

  it('has nothing to say of a change that offers nothing', () => {
    expect(behaviourUnchanged(nothing, [], false).status).to.equal('N/A');
  });
});
