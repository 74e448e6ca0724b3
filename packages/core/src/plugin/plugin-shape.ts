import { z } from 'zod';
import { PluginError } from '../errors/chain-error.js';
import { PLUGIN_API_VERSION, type AnyPlugin } from './change-plugin.js';

const provided = z.custom<unknown>(
  (value) => typeof value === 'function' || (typeof value === 'object' && value !== null),
  'must be a class or an object',
);

const shape = z.object({
  apiVersion: z.number(),
  type: z.string().regex(/^[A-Z][A-Z0-9_]*$/, 'must be written in capitals, such as SECURITY'),
  rule: z.record(z.string(), z.unknown()),
  evidence: z.custom<unknown>((value) => value instanceof z.ZodType || isForeignSchema(value), 'must be a zod schema'),
  builder: provided,
  reviewer: provided,
});

/** A schema of another copy of zod works too: what is used is `safeParse`. */
function isForeignSchema(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && typeof (value as { safeParse?: unknown }).safeParse === 'function'
  );
}

/** Checks what somebody handed in as a plugin. Throws `PluginError` with the plugin's name, the field and the remedy. */
export function assertPlugin(candidate: unknown, from: string): AnyPlugin {
  if (typeof candidate !== 'object' || candidate === null) {
    throw new PluginError(
      'plugin/invalid',
      `The plugin ${from} is ${candidate === null ? 'null' : typeof candidate}, not an object`,
      {
        field: 'default export',
        remedy: 'Make the default export with definePlugin({ type, rule, evidence, builder, reviewer })',
      },
    );
  }
  const version = (candidate as { apiVersion?: unknown }).apiVersion;
  if (typeof version === 'number' && version !== PLUGIN_API_VERSION) {
    throw new PluginError(
      'plugin/api-version',
      `The plugin ${from} speaks API version ${version}; this core speaks ${PLUGIN_API_VERSION}`,
      {
        field: 'apiVersion',
        remedy: 'Install a version of the plugin that was made for this core',
      },
    );
  }
  const result = shape.safeParse(candidate);
  if (!result.success) {
    const issue = result.error.issues[0];
    const field = issue?.path.map(String).join('.') ?? '';
    throw new PluginError(
      'plugin/invalid',
      `The plugin ${from} has a bad member ${field}: ${issue?.message ?? 'unknown'}`,
      {
        field,
        remedy: 'Make the default export with definePlugin({ type, rule, evidence, builder, reviewer })',
      },
    );
  }
  return candidate as AnyPlugin;
}
