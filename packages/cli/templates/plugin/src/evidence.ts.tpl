import { testRefSchema } from '@typed-evidence-chain/core';
import { z } from 'zod';

/** {{TYPE}}: tests that fail before the change and pass after it. */
export const {{camel}}Evidence = z.strictObject({
  proof: z.strictObject({
    tests: z.array(testRefSchema).min(1),
    command: z.string().min(1).optional().describe("default: the repository's own test command"),
  }),
});

export type {{Pascal}}Evidence = z.output<typeof {{camel}}Evidence>;
