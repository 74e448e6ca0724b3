import { availableParallelism } from 'node:os';
import {
  Chain,
  createContainer,
  EventBus,
  InputError,
  PluginHost,
  Tokens,
  type ListenerFailure,
  type PluginOrigin,
  type Router,
  type Sandbox,
  type TecConfig,
} from '@typed-evidence-chain/core';
import { bindAdapters } from './bind-adapters.js';
import { builtInPlugins } from './built-in-plugins.js';
import { PluginRouter } from './plugin-router.js';

export interface CreateChainOptions<P extends readonly unknown[]> {
  /** What `definePlugin` returned, or a pair of that and where it came from. Default: BUG, REFACTOR, FEATURE. */
  readonly plugins?: P;
  /** Origins by plugin, for reports and error messages. */
  readonly origins?: ReadonlyMap<unknown, Partial<PluginOrigin>>;
  /** A driver by name, or a sandbox of the host's own. Default: `auto`. */
  readonly sandbox?: TecConfig['sandbox']['driver'] | Sandbox;
  /** Where trees are laid out; default: the system's folder for temporary files. */
  readonly scratchRoot?: string;
  /** Folders of the host that code under review must not see; name the repositories that lie below /usr or /opt. */
  readonly hide?: readonly string[];
  /** A folder in which reports of bases are kept, so that the suite of an unchanged base is not run again. Default: none. */
  readonly baseReports?: string;
  /** Tasks at the same time; the others wait in order. Default 1. */
  readonly concurrency?: number;
  /** Runs in the sandbox at the same time, within one task. Default: 2, or 1 on a single core. */
  readonly parallelSandboxes?: number;
  readonly router?: Router;
  readonly onListenerError?: (failure: ListenerFailure) => void;
}

/**
 * A chain with the adapters of this project. No global state: two chains in one process do not meet. Throws
 * `PluginError` for a plugin of a bad shape, an unknown API version, a type taken twice or a port replaced twice, and
 * `InputError` for a limit that is no number from 1.
 */
export function createChain<const P extends readonly unknown[] = typeof builtInPlugins>(
  options: CreateChainOptions<P> = {},
): Chain<P> {
  const parallelRuns = limit('concurrency', options.concurrency ?? 1);
  const parallelSandboxes = limit(
    'parallelSandboxes',
    options.parallelSandboxes ?? Math.min(2, availableParallelism()),
  );
  const container = createContainer();
  container.bind(Tokens.EventBus).toConstantValue(new EventBus(options.onListenerError));
  bindAdapters(container, {
    sandbox: options.sandbox ?? 'auto',
    scratchRoot: options.scratchRoot,
    hide: options.hide,
    baseReports: options.baseReports,
  });
  const host = new PluginHost(container);
  for (const plugin of options.plugins ?? builtInPlugins) host.add(plugin, options.origins?.get(plugin));
  return new Chain<P>(container, host, options.router ?? new PluginRouter(host), {
    parallelRuns,
    parallelSandboxes,
  });
}

function limit(field: string, value: number): number {
  if (value === Number.POSITIVE_INFINITY || (Number.isInteger(value) && value >= 1)) return value;
  throw new InputError('input/usage', `${field} is ${String(value)}, not a whole number from 1`, {
    field,
    remedy: 'Leave it out for the default',
  });
}
