import { z } from 'zod';

/** PERFORMANCE: a benchmark, and how many times faster it has to become. */
export const performanceEvidence = z.strictObject({
  benchmark: z.strictObject({
    command: z.string().min(1).describe('runs the workload and exits with 0; the reviewer holds the watch'),
    factor: z.number().min(1.1).max(1e6).describe('claimed: time on the base divided by time on the head'),
  }),
});

export type PerformanceEvidence = z.output<typeof performanceEvidence>;
