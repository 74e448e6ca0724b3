import type { PairedObservation } from '@typed-evidence-chain/core';
import { expect } from 'chai';
import { rightReason, type ReasonContext } from '../dist/checks/right-reason.js';

const red = (title: string): PairedObservation =>
  ({
    ref: { file: 'test/a.test.js', name: title },
    id: { file: 'test/a.test.js', title, occurrence: 0 },
    base: { status: 'failed', failure: { kind: 'assertion', name: 'AssertionError', message: '1 !== 2', stack: [] } },
    head: { status: 'passed' },
  }) as unknown as PairedObservation;

const context = (asked: Readonly<Record<string, string>>): ReasonContext => ({
  newNames: new Set(),
  newExports: new Set(),
  usedAtFailure: new Map(),
  askedOfPatch: new Map(Object.entries(asked)),
  addedPaths: [],
  limitMs: 10_000,
  headMs: 10,
});

describe('bug/right-reason: tests that ask for what only the patch brings', () => {
  const asked = { 'test/a.test.js: loud': 'hands over loud, an option that only the patch brings' };

  it('are no reproduction where they are all that fails', () => {
    const check = rightReason([red('loud')], context(asked));
    expect(check).to.include({ status: 'FAIL' });
    expect(check.summary).to.equal('test/a.test.js: loud hands over loud, an option that only the patch brings');
  });

  it('are named, for the composite that they show, where others fail by themselves', () => {
    const check = rightReason([red('plain'), red('loud')], context(asked));
    expect(check.status).to.equal('PASS');
    expect(check.details?.['askedOfPatch']).to.deep.equal([
      'test/a.test.js: loud hands over loud, an option that only the patch brings',
    ]);
  });
});
