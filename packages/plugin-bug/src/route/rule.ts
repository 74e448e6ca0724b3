import type { RouterRule } from '@typed-evidence-chain/core'; export const bugRule: RouterRule = {};
