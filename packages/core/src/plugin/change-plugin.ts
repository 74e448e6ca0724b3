import type { Newable } from 'inversify';
import type { z } from 'zod';
import type { TypeBuilder } from '../build/builder.js';
import type { ReviewerStrategy } from '../review/reviewer-strategy.js';
import type { RouterRule } from '../route/router-rule.js';
import type { PluginBinding } from './plugin-binding.js';

/** The version of the plugin contract that this core speaks. */
export const PLUGIN_API_VERSION = 1;

/** A class that the plugin's own child container builds, or a ready object. */
export type Provided<T> = Newable<T> | T;

/** What a plugin author writes. The evidence type is inferred from the schema, from builder to reviewer. */
export interface PluginDefinition<T extends string, S extends z.ZodType> {
  /** In capitals, such as `SECURITY`. */
  readonly type: T;
  readonly rule: RouterRule;
  readonly evidence: S;
  readonly builder: Provided<TypeBuilder<z.output<S>>>;
  readonly reviewer: Provided<ReviewerStrategy<z.output<S>>>;
  /** Name and version for reports; the loader fills them from the package. */
  readonly name?: string;
  readonly version?: string;
  /** Private services, and ports that this plugin replaces explicitly. */
  readonly bindings?: readonly PluginBinding[];
}

/** A plugin as `definePlugin` returns it: a plain object; importing it does nothing. */
export interface ChangePlugin<T extends string = string, S extends z.ZodType = z.ZodType> extends PluginDefinition<
  T,
  S
> {
  readonly apiVersion: typeof PLUGIN_API_VERSION;
}

/** Any plugin, where its evidence type does not matter. Strategies are contravariant in it, hence `never`. */
export interface AnyPlugin {
  readonly apiVersion: number;
  readonly type: string;
  readonly rule: RouterRule;
  readonly evidence: z.ZodType;
  readonly builder: Provided<TypeBuilder<never>> | Provided<TypeBuilder<unknown>>;
  readonly reviewer: Provided<ReviewerStrategy<never>>;
  readonly name?: string;
  readonly version?: string;
  readonly bindings?: readonly PluginBinding[];
}
