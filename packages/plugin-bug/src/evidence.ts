import { testRefSchema } from '@typed-evidence-chain/core';
import * as z from 'zod';

/** How a script has to end: an exact exit code, any code but 0, or the time limit. */
const expectation = z.union([
  z.strictObject({ exitCode: z.union([z.number().int().min(0).max(255), z.literal('nonzero')]) }),
  z.strictObject({ timedOut: z.literal(true) }),
]);

const script = z.strictObject({
  command: z.string().min(1),
  expect: z.strictObject({ base: expectation, head: expectation }),
});

const reproduction = z
  .strictObject({
    tests: z.array(testRefSchema).default([]),
    command: z.string().min(1).optional().describe("default: the repository's own test command"),
    steps: z.array(z.string()).optional().describe('prose, for people: cannot be run again'),
    script: script.optional(),
    expected: z.string().optional(),
    actual: z.string().optional(),
  })
  .refine(
    (value) =>
      value.tests.length > 0 ||
      value.script !== undefined ||
      value.command !== undefined ||
      (value.steps ?? []).length > 0,
    {
      message:
        'a reproduction is mandatory: name tests, a script with what is expected on both sides, or at least steps',
      path: ['tests'],
    },
  );

/** BUG: something that fails before the fix and passes after it. */
export const bugEvidence = z.strictObject({ reproduction });

export type BugEvidence = z.output<typeof bugEvidence>;
export type Reproduction = BugEvidence['reproduction'];
export type Script = z.output<typeof script>;
export type Expectation = z.output<typeof expectation>;
