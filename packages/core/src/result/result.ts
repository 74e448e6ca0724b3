import * as z from 'zod';
import type { Classification } from '../route/classification.js';
import type { Check } from '../review/check.js';
import type { RunRecord } from '../review/session.js';
import type { Submission } from '../build/submission.js';
import type { Task } from '../task/task.js';
import type { VerdictName } from '../verdict/verdict.js';

export interface Timings {
  readonly totalMs: number;
  /** Milliseconds of each stage that was reached. */
  readonly stages: Readonly<Record<string, number>>;
  /** Every execution in the sandbox. */
  readonly runs: readonly RunRecord[];
}

/** One round of builder and reviewer. */
export interface RoundRecord {
  readonly round: number;
  readonly verdict: VerdictName;
  readonly reasons: readonly string[];
  readonly patchDigest: string;
  /** What the builder used: tokens, steps, seconds, money. */
  readonly usage: Readonly<Record<string, number>>;
}

/** What `--json` prints (CONTRACT, section 4). */
export interface ChainResult<T extends string = string, E = unknown> {
  readonly schema: 'tec/result/v1';
  readonly runId: string;
  readonly task: Task;
  readonly base: string;
  readonly patchDigest: string;
  readonly classification: Classification;
  readonly checks: readonly Check[];
  readonly verdict: VerdictName;
  readonly reasons: readonly string[];
  readonly timings: Timings;
  /** The type that was reviewed; null where the router abstained. */
  readonly type: T | null;
  /** The evidence as the type's schema read it; null where there is none or it was not reached. */
  readonly evidence: E | null;
  readonly submission: Pick<Submission, 'status' | 'summary' | 'builtBy' | 'notes' | 'acCoverage'> | null;
  /** Every round, where a builder made the change. */
  readonly rounds?: readonly RoundRecord[];
  /** How the code was isolated. */
  readonly sandbox: { readonly driver: string; readonly isolated: boolean; readonly notes: readonly string[] };
  /** What re-execution cannot decide (THREATS, "Undecidable at this layer"), and what was set to save time. */
  readonly limits: readonly string[];
}

const check = z.object({
  id: z.string(),
  status: z.enum(['PASS', 'FAIL', 'N/A', 'NOT_RUN', 'PRE_EXISTING']),
  blocking: z.boolean(),
  summary: z.string(),
  command: z.string().optional(),
  source: z.string().optional(),
  durationMs: z.number().optional(),
  details: z.record(z.string(), z.unknown()).optional(),
});

/** For `tec schema result`. */
export const resultSchema = z.object({
  schema: z.literal('tec/result/v1'),
  runId: z.string(),
  task: z.record(z.string(), z.unknown()),
  base: z.string().describe('commit id of the base'),
  patchDigest: z.string().describe('sha256 of the patch text'),
  type: z.string().nullable(),
  classification: z.object({
    type: z.string().nullable(),
    confidence: z.enum(['high', 'medium', 'low']),
    score: z.number(),
    signals: z.array(z.record(z.string(), z.unknown())),
    alternatives: z.array(z.object({ type: z.string(), score: z.number() })),
  }),
  checks: z.array(check),
  verdict: z.enum(['DONE', 'NEEDS_REVIEW']),
  reasons: z.array(z.string()),
  timings: z.record(z.string(), z.unknown()),
  evidence: z.unknown(),
  submission: z.record(z.string(), z.unknown()).nullable(),
  rounds: z.array(z.record(z.string(), z.unknown())).optional(),
  sandbox: z.object({ driver: z.string(), isolated: z.boolean(), notes: z.array(z.string()) }),
  limits: z.array(z.string()),
});
