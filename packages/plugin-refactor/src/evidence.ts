import { testRefSchema } from '@typed-evidence-chain/core';
import * as z from 'zod';

/** REFACTOR: which pre-existing tests stand for the behaviour that must not change. */
export const refactorEvidence = z.strictObject({
  nonRegression: z.strictObject({
    tests: z.array(testRefSchema).default([]).describe('tests of the base'),
    command: z.string().min(1).optional().describe("default: the repository's own test command"),
    added: z.array(testRefSchema).default([]).describe('tests that the change adds; they prove nothing of the past'),
  }),
});

export type RefactorEvidence = z.output<typeof refactorEvidence>;
