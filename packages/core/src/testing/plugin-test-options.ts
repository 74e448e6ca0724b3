import type { AnyChainListener } from '../events/chain-events.js';
import type { ChainRunOptions, TaskInput } from '../chain.js';
import type { LoadedPlugin } from '../plugin/plugin-host.js';
import type { ChainResult } from '../result/result.js';

/** What the tester needs of a chain. */
export interface TestedChain {
  readonly run: (task: TaskInput, options: ChainRunOptions) => Promise<ChainResult>;
  readonly onAny: (listener: AnyChainListener) => () => void;
  readonly plugins: () => readonly LoadedPlugin[];
}

export interface PluginTestOptions {
  /**
   * `createChain` of `@typed-evidence-chain/chain`, or a function of your own that composes other adapters. Core knows
   * no adapters, so that they are handed in.
   */
  readonly createChain: (options: { readonly plugins?: readonly unknown[] }) => TestedChain;
}
