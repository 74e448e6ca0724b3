import { definePlugin } from '@typed-evidence-chain/core';
import { {{Pascal}}Builder } from './build.js';
import { {{camel}}Evidence } from './evidence.js';
import { {{Pascal}}Reviewer } from './review.js';
import { {{camel}}Rule } from './rule.js';

/** The whole registration of the type {{TYPE}}. Importing it does nothing. */
export default definePlugin({
  type: '{{TYPE}}',
  rule: {{camel}}Rule,
  evidence: {{camel}}Evidence,
  builder: new {{Pascal}}Builder(),
  reviewer: new {{Pascal}}Reviewer(),
});
