import * as z from 'zod';

/** FEATURE: none. The AC coverage, held against the change itself, is the evidence. */
export const featureEvidence = z.null().default(null);

export type FeatureEvidence = z.output<typeof featureEvidence>;
