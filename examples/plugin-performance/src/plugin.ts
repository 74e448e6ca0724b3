import { definePlugin } from '@typed-evidence-chain/core';
import { PerformanceBuilder } from './build.js';
import { performanceEvidence } from './evidence.js';
import { PerformanceReviewer } from './review.js';
import { performanceRule } from './rule.js';

/** The whole registration of the type PERFORMANCE. Importing it does nothing. */
export default definePlugin({
  type: 'PERFORMANCE',
  rule: performanceRule,
  evidence: performanceEvidence,
  builder: new PerformanceBuilder(),
  reviewer: new PerformanceReviewer(),
});
