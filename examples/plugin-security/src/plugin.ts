import { definePlugin } from '@typed-evidence-chain/core';
import { SecurityBuilder } from './build.js';
import { securityEvidence } from './evidence.js';
import { SecurityReviewer } from './review.js';
import { securityRule } from './route/rule.js';

/** The whole registration of the type SECURITY. */
export default definePlugin({
  type: 'SECURITY',
  rule: securityRule,
  evidence: securityEvidence,
  builder: new SecurityBuilder(),
  reviewer: new SecurityReviewer(),
});
