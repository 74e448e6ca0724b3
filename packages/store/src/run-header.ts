import * as z from 'zod';

/** `run.json`: what was asked for; enough to go on with the run in another process. Holds no key and no environment. */
export const runHeaderSchema = z.object({
  schema: z.literal('tec/run/v1'),
  runId: z.string(),
  /** `review` or `run`: the command that the request belongs to. */
  kind: z.enum(['review', 'run']),
  createdAt: z.string(),
  repository: z.string(),
  base: z.string(),
  task: z.looseObject({ id: z.string(), title: z.string() }),
  /** The rest of the request, as the command wrote it. */
  request: z.record(z.string(), z.unknown()),
});

export type RunHeader = z.output<typeof runHeaderSchema>;
