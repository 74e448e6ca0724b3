import { disguiseText } from './disguise-text.js';
import type { Attempt } from './falsification.js';
import { flipExpectations } from './flip-expectations.js';
import { stubNewNames } from './stub-new-names.js';

const ATTEMPTS: readonly Attempt[] = [flipExpectations, stubNewNames, disguiseText];

/** Tries to show that the reproduction proves nothing (THREATS D8). */
export const falsify: Attempt = async (session, measured, targets) => {
  const parts = await Promise.all(ATTEMPTS.map((attempt) => attempt(session, measured, targets)));
  return { problems: parts.flatMap((part) => part.problems), tried: parts.flatMap((part) => part.tried) };
};
