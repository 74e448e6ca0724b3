import { addedClauses, listItems, sentencesOf, titleClauses } from './clauses.js';
import type { TypeScorer } from './score-types.js';
import { readTaskText, type TaskText } from './task-text.js';

/** A clause speaks for a type of its own from this share on where a rule heard it, … */
const CLEAR = 0.5;
const HEARD = 0.4;
/** … and from this one on where only the wording says so. */
const CLEAR_BY_WORDING = 0.7;

/** One task of the proposed split. */
export interface TaskPart {
  readonly type: string;
  readonly title: string;
  readonly text: string;
}

/**
 * Reads the structure of a task. It is composite where a second request is marked as such (joined in the title, added with
 * "also", an item of a list) and its type differs from that of the rest. Returns the proposed split, or null.
 */
export function findComposite(text: TaskText, scorer: TypeScorer, whole: TaskPart | null): TaskPart[] | null {
  const joined = titleClauses(text.title);
  const added = text.prose === '' ? [] : addedClauses(text.prose);
  const items = text.prose === '' ? [] : listItems(text.prose);
  if (joined.length < 2 && added.length === 0 && items.length < 2) return null;
  const judge = (clauses: readonly string[]): TaskPart[] =>
    clauses.map((clause) => judgeClause(clause, scorer)).filter((part) => part !== null);

  if (joined.length > 1) {
    const parts = distinct([...judge(joined), ...judge(added)]);
    if (parts.length > 1) return parts;
    const [only] = parts;
    // One half of the title is clear, the other is spelled out in the body.
    const rest =
      only === undefined ? [] : judge(sentencesOf(text.prose).slice(0, 3)).filter(({ type }) => type !== only.type);
    if (only !== undefined && rest.length > 0) return distinct([only, ...rest]);
  }
  if (added.length > 0) {
    const more = judge(added);
    const main =
      more.length === 0
        ? []
        : [...(whole === null ? [] : [whole]), ...judge([text.title, ...sentencesOf(text.prose).slice(0, 2)])];
    const parts = distinct([...main, ...more]);
    if (parts.length > 1 && more.some(({ type }) => main.some((part) => part.type !== type))) return parts;
  }
  const parts = items.length < 2 ? [] : distinct(judge(items));
  // A list in a request for one thing describes that thing; it is a list of tasks where the request itself is vague.
  return parts.length > 1 && (whole === null || parts.length > 2) ? parts : null;
}

function judgeClause(clause: string, scorer: TypeScorer): TaskPart | null {
  const { shares, outside, ruled } = scorer.score(readTaskText(clause, ''));
  let best = -1;
  shares.forEach((share, column) => {
    if (best < 0 || share > (shares[best] as number)) best = column;
  });
  if (best < 0) return null;
  const share = shares[best] as number;
  if (share < outside || share < ((ruled[best] as number) >= HEARD ? CLEAR : CLEAR_BY_WORDING)) return null;
  return { type: scorer.types[best] as string, title: clause.slice(0, 120), text: clause };
}

function distinct(clauses: readonly TaskPart[]): TaskPart[] {
  const parts = new Map<string, TaskPart>();
  for (const part of clauses) {
    const known = parts.get(part.type);
    if (known === undefined) parts.set(part.type, part);
    else if (!known.text.includes(part.text)) parts.set(part.type, { ...known, text: `${known.text}\n${part.text}` });
  }
  return [...parts.values()];
}
