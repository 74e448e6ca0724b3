import type { AcEntry } from '../../../build/submission.js';
import type { AcceptanceCriterion } from '../../../task/task.js';
import { fail, notApplicable, pass, type Check } from '../../check.js';
import { judgeLocation, subjectOf, type JudgedLocation, type LocationContext } from './location.js';

const ID = 'ac/locations';

export interface JudgedCriterion {
  readonly criterion: AcceptanceCriterion;
  readonly entry: AcEntry;
  readonly locations: readonly JudgedLocation[];
}

/** Holds the locations of every covered criterion against the head. */
export const judgeCriteria = (
  criteria: readonly AcceptanceCriterion[],
  coverage: readonly AcEntry[],
  context: LocationContext,
): Promise<readonly JudgedCriterion[]> =>
  Promise.all(
    coverage
      .filter((entry) => entry.status === 'covered')
      .flatMap((entry) => {
        const criterion = criteria.find((candidate) => candidate.id === entry.criterion);
        return criterion ? [{ criterion, entry }] : [];
      })
      .map(async ({ criterion, entry }) => ({
        criterion,
        entry,
        locations: await Promise.all(
          entry.locations.map((location) => judgeLocation(location, subjectOf(criterion.text), context)),
        ),
      })),
  );

/** Every location resolves, and each covered criterion has one on a changed line that does something. */
export function acLocations(judged: readonly JudgedCriterion[]): Check {
  if (judged.length === 0) return notApplicable(ID, 'no criterion is called covered');
  const problems: string[] = [];
  for (const { criterion, locations } of judged) {
    const invalid = locations.filter((location) => location.verdict === 'invalid');
    if (invalid.length > 0) problems.push(...invalid.map((location) => `${criterion.id}: ${location.reason}`));
    else if (!locations.some((location) => location.verdict === 'witness')) {
      const why = locations.map((location) => location.reason).join(', ') || 'no location';
      problems.push(`${criterion.id}: no location on a changed line that does something (${why})`);
    }
  }
  const details = { locations: judged.map(({ criterion, locations }) => ({ criterion: criterion.id, locations })) };
  return problems.length === 0
    ? pass(ID, `${judged.length} covered criteria point at changed lines that do something`, { details })
    : fail(ID, problems.join('; '), { details });
}
