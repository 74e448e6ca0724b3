import { fail, pass, type Check } from '../../check.js';

const ID = 'type/consistent';

/** The submission's type against the routed one, and what was seen against both. */
export function typeConsistent(routed: string, submitted: string, contradictions: readonly string[]): Check {
  const problems =
    routed === submitted
      ? [...contradictions]
      : [`the task was routed as ${routed}, the submission says ${submitted}`, ...contradictions];
  return problems.length === 0
    ? pass(ID, `what was seen agrees with ${routed}`)
    : fail(ID, problems.join('; '), { details: { contradictions: problems } });
}
