import { definePlugin } from '@typed-evidence-chain/core';
import { BugBuilder } from './build.js';
import { bugEvidence } from './evidence.js';
import { BugReviewer } from './review.js';
import { bugRule } from './route/rule.js';

/** The whole registration of the type BUG. */
export default definePlugin({
  type: 'BUG',
  name: '@typed-evidence-chain/plugin-bug',
  version: '0.1.0',
  rule: bugRule,
  evidence: bugEvidence,
  builder: new BugBuilder(),
  reviewer: new BugReviewer(),
});
