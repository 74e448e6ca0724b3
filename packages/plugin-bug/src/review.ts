import {
  notRun,
  normalisePath,
  type Check,
  type ReviewerStrategy,
  type ReviewSession,
  type TestRef,
} from '@typed-evidence-chain/core';
import { dependenciesMissing } from '@typed-evidence-chain/core';
import type { BugEvidence } from './evidence.js';
import { reviewScript } from './review-script.js';
import { reviewTests } from './review-tests.js';

const CHECKS = [
  'bug/fails-on-base',
  'bug/right-reason',
  'bug/passes-on-head',
  'bug/stable',
  'bug/targets-patch',
] as const;

const WORD = /[^\s"'`;|&<>()]+/g;

/** Re-executes the reproduction of a BUG on the base (with the evidence laid over it) and on the head. */
export class BugReviewer implements ReviewerStrategy<BugEvidence> {
  readonly checks = CHECKS;

  readonly review = async ({ reproduction }: BugEvidence, session: ReviewSession): Promise<readonly Check[]> => {
    const missing = await dependenciesMissing(session);
    if (missing !== undefined) return CHECKS.map((id) => notRun(id, missing));
    if (reproduction.tests.length > 0) return reviewTests(reproduction, session);
    const script =
      reproduction.script ??
      (reproduction.command === undefined
        ? undefined
        : { command: reproduction.command, expect: { base: { exitCode: 'nonzero' as const }, head: { exitCode: 0 } } });
    if (script) return reviewScript(script, session);
    return CHECKS.map((id) => notRun(id, 'the reproduction is prose; nothing in it can be executed'));
  };

  /** Words of the commands may be the names of new files, such as a reproduction script. */
  readonly evidenceFiles = ({ reproduction }: BugEvidence): readonly string[] => {
    const commands = [reproduction.command, reproduction.script?.command].filter(
      (text): text is string => text !== undefined,
    );
    return [...reproduction.tests.map((test) => test.file), ...commands.flatMap((text) => text.match(WORD) ?? [])].map(
      normalisePath,
    );
  };

  readonly declaredTests = ({ reproduction }: BugEvidence): readonly TestRef[] => reproduction.tests;
}
