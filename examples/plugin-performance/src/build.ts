import type { TypeBuilder } from '@typed-evidence-chain/core';
import type { PerformanceEvidence } from './evidence.js';

const INSTRUCTIONS = `A PERFORMANCE change must prove by execution that a benchmark becomes faster by the factor that you claim, that the
benchmark runs the code that you change, and that every existing test passes as before. Write a benchmark as a script that does the
work and exits with 0; it needs to take about a second or more before the change. It must not measure time itself, read versions or files
of the program, or do less work after the change: the same script is run on both sides, and the reviewer holds the watch.
Claim less than you measure: the reviewer's machine is another one.
Evidence: {"benchmark": {"command": "node bench/merge.mjs", "factor": 3}}`;

/** What a PERFORMANCE change asks of whoever builds it. */
export class PerformanceBuilder implements TypeBuilder<PerformanceEvidence> {
  readonly instructions = INSTRUCTIONS;
  readonly failingTestFirst = false;
  /** A factor that nobody claimed cannot be found in a change. */
  readonly evidenceFromChange = async (): Promise<undefined> => undefined;
}
