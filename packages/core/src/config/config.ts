import * as z from 'zod';

const positive = z.number().positive();
const command = z.string().min(1);

/** What `tec router train` learned of a repository's own wording. */
const habitsSchema = z.strictObject({
  version: z.literal(1),
  rows: z.number(),
  types: z.record(
    z.string(),
    z.strictObject({ bias: z.number(), features: z.array(z.tuple([z.number(), z.number()])) }),
  ),
});

/** `tec.config.*`: read from the base commit, so that a patch cannot change the rules it is judged by. */
export const configSchema = z.strictObject({
  plugins: z
    .array(z.string())
    .optional()
    .describe('package names or paths; the three built-in types are always loaded'),
  commands: z
    .strictObject({ prepare: command, test: command, lint: command, typecheck: command })
    .partial()
    .default({}),
  sandbox: z
    .strictObject({
      driver: z.enum(['auto', 'bubblewrap', 'unshare', 'container', 'none']).default('auto'),
      network: z.boolean().default(false),
      memoryMb: positive.int().default(4096),
      timeoutSeconds: positive.default(300).describe('limit of each command'),
      pids: positive.int().default(512),
      outputMb: positive.default(32),
    })
    .prefault({}),
  review: z
    .strictObject({
      repeat: positive.int().max(20).default(3).describe('runs of the evidence on each side'),
      ablation: z.union([z.boolean(), positive.int()]).default(true).describe('false, or the largest number of runs'),
      coverage: z.boolean().default(true),
      advisory: z.array(z.string()).default([]).describe('ids of checks that never change the verdict'),
      testFiles: z.array(z.string()).default([]).describe('globs of further files that belong to the tests'),
      maxPatchMb: positive.default(20),
      maxMinutes: positive.default(60).describe('limit of the whole review'),
      failFast: z.boolean().default(false),
      mutants: z
        .number()
        .int()
        .min(0)
        .max(50)
        .default(5)
        .describe('small faults put into the changed lines of a refactor, to see whether its tests notice; 0: none'),
    })
    .prefault({}),
  router: z
    .strictObject({ threshold: z.number().min(0).max(1).optional(), habits: habitsSchema.optional() })
    .default({}),
  models: z
    .strictObject({
      router: z.string().optional(),
      builder: z.string().optional(),
      judge: z.string().optional(),
      baseUrl: z.string().optional().describe('of an OpenAI-compatible endpoint'),
      limits: z
        .strictObject({
          tokens: positive.int().default(2_000_000).describe('of a run, in and out, over all rounds'),
          steps: positive.int().default(200).describe('model calls of a run'),
          seconds: positive.default(3600).describe('of building, over all rounds'),
          money: positive.optional().describe('in the currency of `prices`'),
        })
        .prefault({}),
      prices: z
        .strictObject({ input: z.number().nonnegative(), output: z.number().nonnegative() })
        .optional()
        .describe('for a million tokens, in any currency'),
    })
    .refine(({ limits, prices }) => limits.money === undefined || prices !== undefined, {
      path: ['prices'],
      message: 'limits.money holds nothing back without the prices of a million tokens',
    })
    .prefault({}),
  agents: z
    .record(z.string(), z.strictObject({ command: z.array(z.string()).min(1), protocol: z.enum(['acp', 'command']) }))
    .default({})
    .describe('coding agents by name'),
  store: z.string().optional().describe('folder of the run store'),
  engine: z.enum(['local']).default('local'),
});

export type TecConfig = z.output<typeof configSchema>;
export type TecConfigInput = z.input<typeof configSchema>;

/** The configuration of a repository that has none. */
export const defaultConfig = (): TecConfig => configSchema.parse({});
