import { fail, notApplicable, notRun, pass, type Check } from '@typed-evidence-chain/core';

const ID = 'feature/criteria-exercised';

/** What running tests showed of one criterion. */
export interface ExercisedCriterion {
  readonly id: string;
  /** Tests that the submission claims for it. */
  readonly claimed: readonly { readonly label: string; readonly base: string; readonly head: string }[];
  /** Whether a located line was executed by passing tests; undefined where that could not be recorded. */
  readonly executed: boolean | undefined;
  /** Functions that are located and that the claimed tests do not need: they stay green without what is in them. */
  readonly needless?: readonly string[];
  /** Variables of the environment that the claimed tests turn on, unasked. */
  readonly switches?: readonly string[];
}

/**
 * Pure. Blocking where the submission claims a test: it passes on the head, not on the base, runs the located code, and notices when that code is taken out.
 * Advisory otherwise (CONTRACT, section 9, "Blocking").
 */
export function criteriaExercised(criteria: readonly ExercisedCriterion[], problem: string | undefined): Check {
  const blocking = criteria.some((criterion) => criterion.claimed.length > 0);
  const details = { criteria };
  if (criteria.length === 0) return { ...notApplicable(ID, 'no criterion points at code'), blocking: false };
  if (problem !== undefined) return { ...notRun(ID, problem, { details }), blocking };
  const problems = criteria.flatMap(({ id, claimed, executed, needless = [], switches = [] }) => [
    ...claimed
      .filter((test) => test.head !== 'passed')
      .map((test) => `${id}: ${test.label} is ${test.head} on the head`),
    ...claimed
      .filter((test) => test.head === 'passed' && test.base === 'passed')
      .map((test) => `${id}: ${test.label} passes on the base too, so it shows nothing of the feature`),
    ...(claimed.length > 0 && executed === false ? [`${id}: the claimed tests do not run the located code`] : []),
    ...(switches.length > 0
      ? [`${id}: the claimed tests turn on ${switches.join(', ')}, which nobody asked for: by default it is off`]
      : []),
    ...(needless.length > 0
      ? [`${id}: the claimed tests stay green when what ${needless.join(', ')} does is taken out`]
      : []),
  ]);
  if (problems.length > 0) return { ...fail(ID, problems.slice(0, 3).join('; '), { details }), blocking };
  const run = criteria.filter((criterion) => criterion.executed === true).length;
  if (run === 0 && !blocking)
    return { ...notApplicable(ID, 'no test of the repository runs the located code', { details }), blocking };
  return { ...pass(ID, `passing tests run the code of ${run} of ${criteria.length} criteria`, { details }), blocking };
}
