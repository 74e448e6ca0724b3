import { fail, notApplicable, pass, type Check, type JudgedCriterion } from '@typed-evidence-chain/core';

const ID = 'feature/criteria-located';

const linesOf = ({ locations }: JudgedCriterion): readonly string[] => [
  ...new Set(
    locations
      .filter((location) => location.verdict === 'witness')
      .flatMap(({ location: { file, line, endLine } }) =>
        Array.from({ length: (endLine ?? line) - line + 1 }, (_, index) => `${file}:${line + index}`),
      ),
  ),
];

/**
 * Criteria that get no line of their own when every line may carry one criterion only: a matching between criteria and
 * lines, grown along augmenting paths. Pure.
 */
export function withoutOwnLine(judged: readonly JudgedCriterion[]): readonly string[] {
  const lines = judged.map(linesOf);
  const owner = new Map<string, number>();
  const assign = (criterion: number, seen: Set<string>): boolean => {
    for (const line of lines[criterion] ?? []) {
      if (seen.has(line)) continue;
      seen.add(line);
      const current = owner.get(line);
      if (current === undefined || assign(current, seen)) {
        owner.set(line, criterion);
        return true;
      }
    }
    return false;
  };
  return judged.flatMap(({ criterion }, index) => (assign(index, new Set()) ? [] : [criterion.id]));
}

export interface Placeholder {
  readonly criterion: string;
  readonly text: string;
  /** The name of a function that nothing uses, where that is what is wrong with it. */
  readonly unused?: string;
  /** Another reason why it is not what was asked for, for people. */
  readonly because?: string;
}

/** Pure. Every covered criterion has a line of the change of its own, and that line is no placeholder (THREATS F5, F6). */
export function criteriaLocated(judged: readonly JudgedCriterion[], placeholders: readonly Placeholder[]): Check {
  if (judged.length === 0) return notApplicable(ID, 'no criterion is called covered');
  const nowhere = judged.filter((entry) => linesOf(entry).length === 0).map((entry) => entry.criterion.id);
  const shared = withoutOwnLine(judged.filter((entry) => linesOf(entry).length > 0));
  const problems = [
    ...(nowhere.length > 0 ? [`no changed line that does something: ${nowhere.join(', ')}`] : []),
    ...(shared.length > 0 ? [`one line cannot carry two criteria alone: ${shared.join(', ')}`] : []),
    ...placeholders.map(({ criterion, text, unused, because }) =>
      because !== undefined
        ? `${criterion} ${because}`
        : unused === undefined
          ? `${criterion} points at a placeholder: ${text.trim().slice(0, 80)}`
          : `${criterion} points at ${unused}(), which nothing uses and nothing exports`,
    ),
  ];
  return problems.length === 0
    ? pass(ID, `${judged.length} criteria are located in the change, each on a line of its own`)
    : fail(ID, problems.join('; '));
}
