import { InputError, parseEvidence, type BuildRequest, type RawSubmission } from '@typed-evidence-chain/core';

/** A submission that may be handed to the reviewer, or what is wrong with it, in words for whoever wrote it. */
export type Judged =
  { readonly fits: true; readonly submission: RawSubmission } | { readonly fits: false; readonly fault: string };

/** Reads a submission and holds its evidence against the type's own schema. */
export function judgeSubmission({ type, evidence }: BuildRequest, read: () => RawSubmission): Judged {
  try {
    const submission = read();
    if (submission.status === 'DONE' && submission.type === type)
      parseEvidence({ type, evidence }, submission.evidence);
    return { fits: true, submission };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const details = Array.isArray(error.details) ? (error.details as { field: string; message: string }[]) : [];
    const all = details.map(({ field, message }) => `${field === '' ? '(root)' : field}: ${message}`);
    return { fits: false, fault: all.length > 1 ? `${error.message}: ${all.join('; ')}` : error.message };
  }
}

/** In the place of a submission that does not fit or is not there: it ends in NEEDS_REVIEW with these words. */
export const unfit = (type: string, status: 'BLOCKED' | 'NEEDS_REVIEW', summary: string): RawSubmission => ({
  type,
  status,
  summary,
  acCoverage: [],
  evidence: null,
});
