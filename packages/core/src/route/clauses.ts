const VERBS =
  'add|fix|support|implement|introduce|allow|enable|provide|create|expose|show|display|print|list|remove|drop|delete|get rid|clean|tidy|refactor|restructure|reorgani[sz]e|rewrite|rework|split|extract|rename|move|merge|simplify|unify|deduplicate|consolidate|replace|convert|migrate|make|let|handle|prevent|avoid|stop|correct|repair|resolve|restore|break|untangle|sanitize|escape|validate|encrypt|harden|rotate|document|speed|cache';
const TITLE_SPLIT = new RegExp(
  String.raw`;\s+|\s+\+\s+|(?:,\s*)?\s(?:and|&|plus|then)\s+(?=(?:also|then|please|while|to)?\s*(?:${VERBS})\b)|,\s*(?:also|and also|plus|then)\s+|,\s+and\s+(?=\w)|\s+and\s+(?=(?:it|they|this|the \w+(?: \w+)?|that) (?:is|are|does|do|can|has|have|then|also|\w+s)\b)|:\s+(?=[a-z ]{2,40}\band\b)`,
  'i',
);
const ADDED =
  /(?:^|[.;!\n]\s*|,\s*|\band\s+)(?:it |we |they |please |you |the \w+ )?(?:also|additionally|in addition|besides|on top of that|moreover|apart from that|at the same time|while (?:you(?:['’]re| are)|we(?:['’]re| are)|i['’]?m|at it|there|doing)[^,:.\n]{0,40}[,:]?)\b/i;
const ITEM = /(?:^|\s)(?:\d{1,2}[.)]|[-*•]|\[[ x]\])\s+/;

/** Cheap looks before the careful ones: most bodies have neither. */
const MAY_ADD =
  /\b(?:also|addition|additionally|besides|on top|moreover|apart|same time|while|fix (?:that|this|it)|tidy|clean up|refactor)\b/i;
const MAY_LIST = /\d[.)] |[-*•] |\[[ x]\] /;

/** Characters of the body, and clauses of each sort, that are read at most. */
const READ = 1200;
const MOST = 6;

/** Splits a title where a second request or a second statement begins. */
export function titleClauses(title: string): string[] {
  const parts: string[] = [];
  let rest = title.trim();
  for (let round = 0; round < 4; round += 1) {
    const match = TITLE_SPLIT.exec(rest);
    if (match === null) break;
    const before = rest.slice(0, match.index).trim();
    const after = rest.slice(match.index + match[0].length).trim();
    // "Search and replace crashes", "Drag and drop": one word is no request.
    if (!/\s/.test(before) || !/\s/.test(after)) break;
    parts.push(before);
    rest = after;
  }
  return [...parts, rest];
}

/** Items of a list, one a line or "1) … 2) …" on one line. */
export function listItems(prose: string): string[] {
  if (!MAY_LIST.test(prose)) return [];
  const items: string[] = [];
  for (const line of prose.slice(0, READ).split('\n').slice(0, 40)) {
    const parts = line.split(ITEM).map((item) => item.trim());
    if (parts.length > 1) items.push(...parts.slice(1).filter((item) => /\s/.test(item)));
  }
  return items.slice(0, MOST);
}

export function sentencesOf(prose: string): string[] {
  return prose
    .slice(0, READ)
    .split(/(?<=[.;!?])\s+|\n/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length >= 8 && sentence.length <= 300)
    .slice(0, 30);
}

/** Sentences that add something to what was said before: "also …", "while you are at it …", "… so fix that first". */
export function addedClauses(prose: string): string[] {
  if (!MAY_ADD.test(prose)) return [];
  return sentencesOf(prose)
    .filter(
      (sentence) =>
        ADDED.test(sentence) ||
        /\b(?:so (?:please )?fix (?:that|this|it)|fix (?:that|this|it) (?:first|and)|and (?:tidy|clean up|refactor)\b)/i.test(
          sentence,
        ),
    )
    .slice(0, 4);
}
