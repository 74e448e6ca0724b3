import * as z from 'zod';

const location = z.object({
  file: z.string().min(1),
  line: z.number().int().positive().describe('line at the head, from 1'),
  endLine: z.number().int().positive().optional(),
});

const namedTest = z.union([
  z
    .string()
    .min(1)
    .transform((file) => ({ file })),
  z.object({
    file: z.string().min(1),
    name: z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]).optional(),
  }),
]);

/** A test that evidence names: a file, and the full title (a string, or the titles from the outermost group). */
export const testRefSchema = namedTest;
export interface TestRef {
  readonly file: string;
  readonly name?: string | readonly string[] | undefined;
}

const acEntry = z
  .object({
    criterion: z.string().min(1),
    status: z.enum(['covered', 'excluded', 'missing']),
    locations: z.array(location).default([]),
    reason: z.string().optional(),
    tests: z.array(namedTest).default([]).describe('tests that show this criterion'),
  })
  .describe('how one acceptance criterion is met');

/** A submission before its evidence is held against the schema of its type. */
export const submissionSchema = z.object({
  type: z.string().regex(/^[A-Z][A-Z0-9_]*$/, 'a change type is written in capitals, such as BUG'),
  status: z.enum(['DONE', 'BLOCKED', 'NEEDS_REVIEW']).describe("the builder's own claim"),
  summary: z.string().default(''),
  patch: z
    .union([z.string(), z.object({ file: z.string().min(1) }), z.object({ head: z.string().min(1) })])
    .optional()
    .describe('a unified git diff, a file next to the submission, or a ref'),
  acCoverage: z.array(acEntry),
  evidence: z.unknown().optional(),
});

export type RawSubmission = z.output<typeof submissionSchema>;
export type AcEntry = z.output<typeof acEntry>;
export type CodeLocation = z.output<typeof location>;

/** What every builder returns: patch and AC coverage are the same for all types, the evidence is the type's own. */
export interface Submission<E = unknown> extends Omit<RawSubmission, 'evidence'> {
  readonly evidence: E;
  /** Who made it: `submission`, `langchain`, an agent's name. */
  readonly builtBy: string;
  /** What the builder filled in by itself. */
  readonly notes: readonly string[];
}
