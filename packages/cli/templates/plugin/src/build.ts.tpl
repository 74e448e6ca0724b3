import type { ChangeView, TypeBuilder } from '@typed-evidence-chain/core';
import type { {{Pascal}}Evidence } from './evidence.js';

const INSTRUCTIONS = `A {{TYPE}} change must prove by execution that its tests fail on the code as it is and pass after it.
Evidence: {"proof": {"tests": [{"file": "test/a.test.js", "name": "full title"}]}}`;

/** What a {{TYPE}} change asks of whoever builds it. */
export class {{Pascal}}Builder implements TypeBuilder<{{Pascal}}Evidence> {
  readonly instructions = INSTRUCTIONS;
  readonly failingTestFirst = true;

  /** A change that comes without a submission: its own test files stand for the evidence. */
  readonly evidenceFromChange = async ({ testFiles }: ChangeView): Promise<{{Pascal}}Evidence | undefined> =>
    testFiles.length === 0 ? undefined : { proof: { tests: testFiles.map((file) => ({ file })) } };
}
