import type { z } from 'zod';
import { PLUGIN_API_VERSION, type ChangePlugin, type PluginDefinition } from './change-plugin.js';

/**
 * Makes a plugin. The evidence type that the builder returns and the reviewer receives is inferred from the schema: a
 * reviewer that reads a field which the schema lacks does not compile.
 */
export function definePlugin<const T extends string, S extends z.ZodType>(
  definition: PluginDefinition<T, S>,
): ChangePlugin<T, S> {
  return { ...definition, apiVersion: PLUGIN_API_VERSION };
}
