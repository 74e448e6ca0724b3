import type { RouterRule } from '@typed-evidence-chain/core';

/** Which tasks are of this type. Weights are log-odds: 1 is a hint, 2 a clear sign, 3 one that seldom errs. */
export const {{camel}}Rule: RouterRule = {
  labels: { {{labels}} },
  patterns: [
    { in: 'both', pattern: /\b{{words}}\b/i, weight: 2, reason: 'the text names the type' },
  ],
};
