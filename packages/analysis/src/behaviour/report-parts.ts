import type { BehaviourReport } from '@typed-evidence-chain/core';

/** What one language adds to the report. */
export type ReportParts = Required<Omit<BehaviourReport, 'durationMs'>>;

export function emptyParts(): ReportParts {
  return {
    compared: [],
    skipped: [],
    counterexamples: [],
    unusual: [],
    missing: [],
    executed: { base: [], head: [] },
  };
}
