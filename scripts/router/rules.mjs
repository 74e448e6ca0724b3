// The rules of the types that ship a profile. The rule files import nothing at run time but their profile.
import { bugRule } from '../../packages/plugin-bug/dist/route/rule.js';
import { featureRule } from '../../packages/plugin-feature/dist/route/rule.js';
import { refactorRule } from '../../packages/plugin-refactor/dist/route/rule.js';
import { securityRule } from '../../examples/plugin-security/dist/route/rule.js';

/** In the order of their names, as the router sorts them. */
export const rules = [
  { type: 'BUG', rule: bugRule },
  { type: 'FEATURE', rule: featureRule },
  { type: 'REFACTOR', rule: refactorRule },
  { type: 'SECURITY', rule: securityRule },
];

/** Where each profile is kept. */
export const profileFiles = {
  BUG: { file: 'packages/plugin-bug/src/route/profile.ts', name: 'bugProfile' },
  FEATURE: { file: 'packages/plugin-feature/src/route/profile.ts', name: 'featureProfile' },
  REFACTOR: { file: 'packages/plugin-refactor/src/route/profile.ts', name: 'refactorProfile' },
  SECURITY: { file: 'examples/plugin-security/src/route/profile.ts', name: 'securityProfile' },
  ABSTAIN: { file: 'packages/core/src/route/scope-profile.ts', name: 'scopeProfile' },
};
