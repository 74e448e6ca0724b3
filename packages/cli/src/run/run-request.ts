import { configSchema, validate } from '@typed-evidence-chain/core';
import * as z from 'zod';

/** What `tec run` and `tec review` put into the store, beside repository, base and task: enough to go on in another process. */
export const storedRequestSchema = z.object({
  config: configSchema,
  type: z.string().optional(),
  rounds: z.number().int().positive().default(1),
  /** `tec run`: who makes the change. Names only: keys stay in the environment. */
  builder: z.object({ name: z.string(), model: z.string().optional() }).optional(),
  /** `tec review`: the change (a patch in Latin-1, so that every byte survives) and what was said of it. */
  change: z.union([z.object({ patch: z.string() }), z.object({ head: z.string() })]).optional(),
  submission: z.unknown().optional(),
  handOver: z
    .object({ out: z.string().optional(), branch: z.string().optional(), apply: z.boolean().optional() })
    .default({}),
});

export type StoredRequest = z.output<typeof storedRequestSchema>;

export const readStoredRequest = (data: unknown, file: string): StoredRequest =>
  validate(storedRequestSchema, data, 'stored run', { file });
