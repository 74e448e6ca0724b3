import picomatch from 'picomatch';
import type { RouteSignal } from './classification.js';
import type { RouterRule } from './router-rule.js';
import type { TaskText } from './task-text.js';

/** What the signs of one rule add up to is kept within this, in log-odds: many weak signs are not a proof. */
const RULE_LIMIT = 5;

/** A sign in the title and in the body is worth a little more than one. */
const SAID_TWICE = 1.3;

export interface RuleOutcome {
  readonly total: number;
  readonly signals: readonly RouteSignal[];
}

/** The signs of one type's rule in one text. Reads nothing of any other type. */
export function applyRule(type: string, rule: RouterRule, text: TaskText): RuleOutcome {
  const signals: RouteSignal[] = [];
  for (const { in: where, pattern, weight, reason } of rule.patterns ?? []) {
    const inTitle = where !== 'body' && pattern.test(text.plainTitle);
    const inBody = where !== 'title' && text.plainBody !== '' && pattern.test(text.plainBody);
    if (inTitle && inBody)
      signals.push({ type, weight: weight * SAID_TWICE, reason: `${reason}, twice`, source: 'title' });
    else if (inTitle || inBody) signals.push({ type, weight, reason, source: inTitle ? 'title' : 'body' });
  }
  for (const prefix of text.prefixes) {
    const weight = own(rule.prefixes, prefix);
    if (weight !== undefined)
      signals.push({ type, weight, reason: `the title is marked “${prefix}”`, source: 'prefix' });
  }
  for (const heading of text.headings) {
    const weight = own(rule.headings, heading);
    if (weight !== undefined)
      signals.push({ type, weight, reason: `the heading “${heading}” of an issue template`, source: 'template' });
  }
  const total = signals.reduce((sum, signal) => sum + signal.weight, 0);
  return { total: Math.max(-RULE_LIMIT, Math.min(RULE_LIMIT, total)), signals };
}

/** The signs of changed files: they count where every changed file is of that kind. */
export function applyPaths(type: string, rule: RouterRule, changedPaths: readonly string[]): RouteSignal[] {
  if (changedPaths.length === 0) return [];
  return (rule.paths ?? [])
    .filter(({ globs }) => {
      const matches = picomatch([...globs], { dot: true });
      return changedPaths.every((path) => matches(path));
    })
    .map(({ weight, reason }) => ({ type, weight, reason, source: 'paths' }));
}

function own(table: Readonly<Record<string, number>> | undefined, key: string): number | undefined {
  return table !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;
}
