import {
  dependenciesMissing,
  measureTwoSided,
  notRun,
  type Check,
  type ReviewerStrategy,
  type ReviewSession,
  type TestRef,
} from '@typed-evidence-chain/core';
import { failsOnBase } from './checks/fails-on-base.js';
import { passesOnHead } from './checks/passes-on-head.js';
import type { {{Pascal}}Evidence } from './evidence.js';

const CHECKS = ['{{type}}/fails-on-base', '{{type}}/passes-on-head'] as const;

/** Effects here, decisions in checks/. A reviewer reports checks, never a verdict. */
export class {{Pascal}}Reviewer implements ReviewerStrategy<{{Pascal}}Evidence> {
  readonly checks = CHECKS;

  readonly review = async ({ proof }: {{Pascal}}Evidence, session: ReviewSession): Promise<readonly Check[]> => {
    const missing = await dependenciesMissing(session);
    if (missing !== undefined) return CHECKS.map((id) => notRun(id, missing));
    const sides = { base: await session.evidenceBase(), head: await session.headRun() };
    const outcome = await measureTwoSided(session, proof, sides);
    if (outcome.kind === 'not-run') return CHECKS.map((id) => notRun(id, outcome.reason));
    const { pairs, command } = outcome.value;
    const extras = { command: command.text, source: command.source };
    return [failsOnBase(pairs), passesOnHead(pairs)].map((check) => ({ ...check, ...extras }));
  };

  readonly evidenceFiles = ({ proof }: {{Pascal}}Evidence): readonly string[] => proof.tests.map(({ file }) => file);

  readonly declaredTests = ({ proof }: {{Pascal}}Evidence): readonly TestRef[] => proof.tests;
}
