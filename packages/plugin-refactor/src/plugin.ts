import { definePlugin } from '@typed-evidence-chain/core';
import { RefactorBuilder } from './build.js';
import { refactorEvidence } from './evidence.js';
import { RefactorReviewer } from './review.js';
import { refactorRule } from './route/rule.js';

/** The whole registration of the type REFACTOR. */
export default definePlugin({
  type: 'REFACTOR',
  name: '@typed-evidence-chain/plugin-refactor',
  version: '0.1.0',
  rule: refactorRule,
  evidence: refactorEvidence,
  builder: new RefactorBuilder(),
  reviewer: new RefactorReviewer(),
});
