import type { Newable, ServiceIdentifier } from 'inversify';

/**
 * A service of a plugin. `private` lives in the plugin's child container only. `replaces: true` binds a port of the
 * whole chain (a sandbox, a runner, a model); two plugins that replace one port are refused.
 */
export interface PluginBinding {
  readonly token: ServiceIdentifier;
  readonly use: { readonly value: unknown } | { readonly class: Newable<unknown> };
  readonly replaces?: boolean;
}
