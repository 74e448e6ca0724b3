import type { TypeBuilder } from '@typed-evidence-chain/core';
import type { FeatureEvidence } from './evidence.js';

const INSTRUCTIONS = `A FEATURE change must show, for each acceptance criterion, where in the change it is implemented: a location on a
changed line that does something (no comment, import, brace or test), different lines for different criteria. Name in
"tests" the tests that show a criterion; they must fail without your change. Leave existing expectations alone unless a
criterion asks for another one: then name that test there. Mark a criterion "excluded" only with a reason.
Evidence: null. AC coverage: [{"criterion": "AC1", "status": "covered", "locations": [{"file": "src/a.js", "line": 12}], "tests": []}]`;

/** What a FEATURE asks of whoever builds it. */
export class FeatureBuilder implements TypeBuilder<FeatureEvidence> {
  readonly instructions = INSTRUCTIONS;
  readonly failingTestFirst = false;
  /** Only the author can say where a criterion is met. */
  readonly evidenceFromChange = async (): Promise<undefined> => undefined;
}
