import { fail, notApplicable, pass, type Check } from '../../check.js';
import type { AcEntry } from '../../../build/submission.js';
import type { AcceptanceCriterion } from '../../../task/task.js';

const ID = 'ac/complete';

/** Every criterion of the task, exactly once, covered or excluded with a reason; not all excluded, none missing. */
export function acComplete(criteria: readonly AcceptanceCriterion[], coverage: readonly AcEntry[]): Check {
  const problems: string[] = [];
  const known = new Set(criteria.map((criterion) => criterion.id));
  const entries = new Map<string, AcEntry[]>();
  for (const entry of coverage) entries.set(entry.criterion, [...(entries.get(entry.criterion) ?? []), entry]);
  for (const id of entries.keys()) if (!known.has(id)) problems.push(`${id} is no criterion of the task`);
  for (const { id } of criteria) {
    const [entry, another] = entries.get(id) ?? [];
    if (!entry) problems.push(`${id} is not mentioned`);
    else if (another) problems.push(`${id} is mentioned twice`);
    else if (entry.status === 'missing') problems.push(`${id} is missing${entry.reason ? `: ${entry.reason}` : ''}`);
    else if (entry.status === 'excluded' && (entry.reason ?? '').trim() === '')
      problems.push(`${id} is excluded without a reason`);
    else if (entry.status === 'covered' && entry.locations.length === 0)
      problems.push(`${id} is called covered, without a location`);
  }
  if (criteria.length === 0) {
    return problems.length === 0
      ? notApplicable(ID, 'the task has no acceptance criteria')
      : fail(ID, problems.join('; '));
  }
  const excluded = coverage.filter((entry) => known.has(entry.criterion) && entry.status === 'excluded');
  if (problems.length === 0 && excluded.length === criteria.length) problems.push('every criterion is excluded');
  return problems.length === 0
    ? pass(
        ID,
        `${criteria.length - excluded.length} of ${criteria.length} criteria covered${excluded.length > 0 ? `, ${excluded.length} excluded with a reason` : ''}`,
        {
          details: { excluded: excluded.map((entry) => ({ criterion: entry.criterion, reason: entry.reason })) },
        },
      )
    : fail(ID, problems.join('; '), { details: { problems } });
}
