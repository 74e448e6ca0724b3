import type { FunctionAt, JudgedCriterion } from '@typed-evidence-chain/core';
import { subjectOf } from '@typed-evidence-chain/core';

export const PLACEHOLDER_TEXT = /not[\s_-]?(yet[\s_-]?)?implemented|notimplemented|\bTODO\b|\bFIXME\b|unimplemented!/i;

const DOES_NOTHING =
  /\bno-?ops?\b|\b(does|do|doing|changes) nothing\b|\bnothing happens\b|\b(no|without) effect\b|\bignores?\b/i;
const NAMES_NOTHING = /\b(undefined|null|None|nothing)\b/;
const ABSTRACT =
  /\b(abstract|protocol|base class|sub-?class(es)?|overrid\w*|not (yet )?(implemented|supported)|unsupported)\b/i;
const ERROR = /\b(throws?|thrown|raises?|raised|rejects?|rejected|errors?|exceptions?|fails?)\b/i;

type Wish = Pick<JudgedCriterion, 'criterion' | 'entry'>;

/**
 * Pure. Whether a function only holds the place of what a criterion asks for (THREATS F5). A body that does nothing is
 * what was asked for where the criterion says so; one that only throws, where it speaks of errors or of abstract code.
 */
export function isPlaceholder({ body, isAbstract, text }: FunctionAt, { criterion, entry }: Wish): boolean {
  if (body === 'code') return false;
  if (ABSTRACT.test(criterion.text) || (isAbstract && subjectOf(criterion.text).types)) return false;
  if (body === 'throws') return PLACEHOLDER_TEXT.test(text) || !ERROR.test(criterion.text);
  if (DOES_NOTHING.test(criterion.text)) return false;
  // "… is undefined where there is none": a test has to show that this is all.
  return !(NAMES_NOTHING.test(criterion.text) && entry.tests.length > 0);
}
