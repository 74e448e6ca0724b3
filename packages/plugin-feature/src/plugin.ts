import { definePlugin } from '@typed-evidence-chain/core';
import { FeatureBuilder } from './build.js';
import { featureEvidence } from './evidence.js';
import { FeatureReviewer } from './review.js';
import { featureRule } from './route/rule.js';

/** The whole registration of the type FEATURE. */
export default definePlugin({
  type: 'FEATURE',
  name: '@typed-evidence-chain/plugin-feature',
  version: '0.1.0',
  rule: featureRule,
  evidence: featureEvidence,
  builder: new FeatureBuilder(),
  reviewer: new FeatureReviewer(),
});
