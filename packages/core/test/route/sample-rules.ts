import type { RouterRule, TypeRule } from '@typed-evidence-chain/core';

const repair: RouterRule = {
  labels: { bug: 3, crash: 2, flaky: 1 },
  prefixes: { fix: 2.5 },
  headings: { 'steps to reproduce': 1.5 },
  patterns: [
    { in: 'title', pattern: /\b(?:crash(?:es)?|fails|broken)\b/i, weight: 3, reason: 'the title reports a failure' },
    { in: 'title', pattern: /^fix\b/i, weight: 2.5, reason: 'the title asks for a repair' },
    { in: 'body', pattern: /\bstack trace\b/i, weight: 1, reason: 'the text shows an error' },
  ],
  paths: [{ globs: ['docs/**'], weight: -2, reason: 'only documentation was changed' }],
};

const wish: RouterRule = {
  labels: { enhancement: 3 },
  prefixes: { feat: 2.5 },
  patterns: [
    { in: 'title', pattern: /^(?:add|allow|support)\b/i, weight: 3, reason: 'the title asks for something new' },
  ],
};

const reshape: RouterRule = {
  labels: { cleanup: 3 },
  prefixes: { refactor: 2.5 },
  patterns: [
    { in: 'title', pattern: /^(?:split|extract|rename)\b/i, weight: 3, reason: 'the title asks for restructuring' },
    { in: 'both', pattern: /\btidy\b/i, weight: 2.5, reason: 'the text asks for restructuring' },
  ],
};

/** Three types of a made-up tracker: core itself knows no type. */
export const sampleRules: readonly TypeRule[] = [
  { type: 'REPAIR', rule: repair },
  { type: 'WISH', rule: wish },
  { type: 'RESHAPE', rule: reshape },
];

export const task = (title: string, body = '', labels: readonly string[] = []) => ({ title, body, labels });
