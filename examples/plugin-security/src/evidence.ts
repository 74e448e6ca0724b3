import { testRefSchema } from '@typed-evidence-chain/core';
import { z } from 'zod';

/** How an exploit script has to end: an exact exit code, or (a denial of service, on the base) the time limit. */
const exitCode = z.strictObject({ exitCode: z.number().int().min(0).max(255) });
const end = z.union([exitCode, z.strictObject({ timedOut: z.literal(true) })]);

const script = z
  .strictObject({ command: z.string().min(1), expect: z.strictObject({ base: end, head: exitCode }) })
  .refine(({ expect }) => JSON.stringify(expect.base) !== JSON.stringify(expect.head), {
    message: 'an exploit has to end differently once it is blocked',
    path: ['expect'],
  });

const exploit = z
  .strictObject({
    tests: z
      .array(testRefSchema)
      .default([])
      .describe('security regression tests: they fail while the exploit works and pass once it is blocked'),
    command: z.string().min(1).optional().describe("default: the repository's own test command"),
    script: script.optional(),
    sinks: z
      .array(z.string().min(1))
      .default([])
      .describe('files with the dangerous operation, where the change is somewhere else'),
  })
  .refine(({ tests, script: given }) => tests.length > 0 !== (given !== undefined), {
    message: 'name the exploit as tests or as one script',
    path: ['tests'],
  });

const controls = z.strictObject({
  tests: z.array(testRefSchema).default([]),
  command: z.string().min(1).optional(),
});

const advisory = z.strictObject({
  id: z.string().min(1).describe('CVE, GHSA, or what the tracker calls it'),
  package: z.string().min(1).optional().describe('a dependency; left out where the repository itself is affected'),
  affected: z.string().min(1).optional().describe('range of versions that are vulnerable'),
});

/** SECURITY: an exploit that works before the change and is blocked after it, and honest uses that go on working. */
export const securityEvidence = z.strictObject({
  exploit,
  controls: controls.prefault({}).describe('honest uses of the same code: they pass on both sides'),
  advisories: z.array(advisory).default([]),
});

export type SecurityEvidence = z.output<typeof securityEvidence>;
export type Exploit = SecurityEvidence['exploit'];
export type ExploitScript = z.output<typeof script>;
export type End = z.output<typeof end>;
export type Advisory = z.output<typeof advisory>;
