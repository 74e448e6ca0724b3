import bug from '@typed-evidence-chain/plugin-bug';
import feature from '@typed-evidence-chain/plugin-feature';
import refactor from '@typed-evidence-chain/plugin-refactor';

/** The three types that come with the project. */
export const builtInPlugins = [bug, refactor, feature] as const;
