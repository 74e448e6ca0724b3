import { bodyClauses, type Clause, titleClauses } from './clauses.js';
import type { TypeScorer } from './score-types.js';
import { readTaskText, type TaskText } from './task-text.js';

/** A clause speaks for a type of its own from this share on, … */
const CLEAR = 0.5;
/** … and only if a rule heard it, too: wording alone is too weak a proof for so short a text. */
const HEARD = 0.4;

export interface TaskPart {
  readonly type: string;
  readonly title: string;
  readonly text: string;
}

interface JudgedClause extends Clause {
  readonly type: string;
  readonly share: number;
  readonly ruled: number;
}

/** Reads the structure of a task: clauses that ask for different types make it composite. Returns the split, or null. */
export function findComposite(
  text: TaskText,
  scorer: TypeScorer,
  whole: { type: string; share: number },
): TaskPart[] | null {
  const fromTitle = titleClauses(text.title);
  const fromBody = text.prose === '' ? [] : bodyClauses(text.prose);
  if (fromTitle.length < 2 && fromBody.length === 0) return null;
  const clauses: Clause[] = [...fromTitle.map((clause): Clause => ({ text: clause, from: 'title' })), ...fromBody];
  const judged = clauses
    .map((clause) => judge(clause, scorer))
    .filter((clause): clause is JudgedClause => clause !== null);
  const titled = judged.filter((clause) => clause.from === 'title' && fromTitle.length > 1);
  const added = judged.filter((clause) => clause.from === 'added');
  const items = judged.filter((clause) => clause.from === 'item');
  const main =
    fromTitle.length > 1
      ? titled
      : [{ text: text.title, from: 'title' as const, type: whole.type, share: whole.share, ruled: 1 }];
  for (const group of [titled, [...main, ...added], items]) {
    const parts = distinct(group);
    if (parts.length > 1) return parts;
  }
  return null;
}

function judge(clause: Clause, scorer: TypeScorer): JudgedClause | null {
  const { shares, outside, ruled } = scorer.score(readTaskText(clause.text, ''));
  let best = -1;
  shares.forEach((share, column) => {
    if (best < 0 || share > (shares[best] as number)) best = column;
  });
  if (
    best < 0 ||
    (shares[best] as number) < CLEAR ||
    (shares[best] as number) < outside ||
    (ruled[best] as number) < HEARD
  )
    return null;
  return { ...clause, type: scorer.types[best] as string, share: shares[best] as number, ruled: ruled[best] as number };
}

function distinct(clauses: readonly JudgedClause[]): TaskPart[] {
  const parts = new Map<string, TaskPart>();
  for (const { type, text } of clauses) {
    const known = parts.get(type);
    parts.set(
      type,
      known === undefined ? { type, title: text.slice(0, 120), text } : { ...known, text: `${known.text}\n${text}` },
    );
  }
  return [...parts.values()];
}
