/** A part of a task that may be a task of its own. */
export interface Clause {
  readonly text: string;
  /** `title`: split out of the title. `item`: of a list. `added`: a sentence that adds something ("also …"). */
  readonly from: 'title' | 'item' | 'added';
}

const VERBS =
  'add|fix|support|implement|introduce|allow|enable|provide|create|expose|show|display|print|list|remove|drop|delete|get rid|clean|tidy|refactor|restructure|reorgani[sz]e|rewrite|rework|split|extract|rename|move|merge|simplify|unify|deduplicate|consolidate|replace|convert|migrate|make|let|handle|prevent|avoid|stop|correct|repair|resolve|restore|break|untangle|sanitize|escape|validate|encrypt|harden|rotate|document|speed|cache';
const TITLE_SPLIT = new RegExp(
  String.raw`;\s+|\s+\+\s+|(?:,\s*)?\s(?:and|&|plus|then)\s+(?=(?:also|then|please|while|to)?\s*(?:${VERBS})\b)|,\s*(?:also|and also|plus|then)\s+|,\s+and\s+(?=\w)|\s+and\s+(?=(?:it|they|this|the \w+(?: \w+)?|that) (?:is|are|does|do|can|has|have|then|also|\w+s)\b)|:\s+(?=[a-z ]{2,40}\band\b)`,
  'i',
);
const ADDED =
  /(?:^|[.;!\n]\s*|,\s*|\band\s+)(?:it |we |they |please |you |the \w+ )?(?:also|additionally|in addition|besides|on top of that|moreover|apart from that|at the same time|while (?:you(?:['’]re| are)|we(?:['’]re| are)|i['’]?m|at it|there|doing)[^,:.\n]{0,40}[,:]?)\b/i;
const ITEM = /(?:^|\s)(?:\d{1,2}[.)]|[-*•]|\[[ x]\])\s+/;

/** Splits a title where a second request or a second statement begins. */
export function titleClauses(title: string): string[] {
  const parts: string[] = [];
  let rest = title;
  for (let round = 0; round < 4; round += 1) {
    const match = TITLE_SPLIT.exec(rest);
    if (match === null) break;
    parts.push(rest.slice(0, match.index));
    rest = rest.slice(match.index + match[0].length);
  }
  parts.push(rest);
  return parts.map((part) => part.trim()).filter((part) => part.split(/\s+/).length >= 2);
}

/** Parts of the body that may be tasks of their own: list items, and sentences that add something. */
export function bodyClauses(prose: string): Clause[] {
  const text = prose.slice(0, 1200);
  const clauses: Clause[] = [];
  for (const line of text.split('\n').slice(0, 40)) {
    const items = line.split(ITEM).map((item) => item.trim());
    // "1) … 2) … 3) …" on one line, or one item a line.
    if (items.length > 1)
      for (const item of items.slice(1)) if (/\s/.test(item)) clauses.push({ text: item, from: 'item' });
  }
  for (const sentence of text.split(/(?<=[.;!?:])\s+|\n/).slice(0, 40)) {
    const trimmed = sentence.trim();
    if (trimmed.length < 8 || trimmed.length > 300) continue;
    if (ADDED.test(trimmed) || /\b(?:first|and (?:tidy|clean up|refactor|fix)|so fix)\b/i.test(trimmed))
      clauses.push({ text: trimmed, from: 'added' });
  }
  return clauses.slice(0, 10);
}
