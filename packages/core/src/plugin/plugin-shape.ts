import * as z from 'zod';
import { PluginError } from '../errors/chain-error.js';
import { PLUGIN_API_VERSION, type AnyPlugin } from './change-plugin.js';

const DEFAULT_EXPORT = 'Make the default export with definePlugin({ type, rule, evidence, builder, reviewer })';

const provided = z.custom<unknown>(
  (value) => typeof value === 'function' || (typeof value === 'object' && value !== null),
  'must be a class or an object',
);

const weights = z.record(z.string(), z.number());
const regExp = z.custom<unknown>((value) => value instanceof RegExp, 'must be a regular expression');

/** The parts that the router reads; what a later core adds is let through. */
const rule = z.object({
  labels: weights.optional(),
  prefixes: weights.optional(),
  headings: weights.optional(),
  patterns: z
    .array(z.object({ in: z.enum(['title', 'body', 'both']), pattern: regExp, weight: z.number(), reason: z.string() }))
    .optional(),
  paths: z.array(z.object({ globs: z.array(z.string()), weight: z.number(), reason: z.string() })).optional(),
  examples: z.array(z.object({ title: z.string(), body: z.string().optional() })).optional(),
});

const binding = z.object({
  token: z.custom<unknown>(
    (value) => ['string', 'symbol', 'function'].includes(typeof value),
    'must be a token: a symbol, a string or a class',
  ),
  use: z.union([z.object({ class: z.custom<unknown>((value) => typeof value === 'function') }), hasValue()], {
    error: 'must be { value } or { class }',
  }),
  replaces: z.boolean().optional(),
});

const shape = z.object({
  apiVersion: z.number(),
  type: z.string().regex(/^[A-Z][A-Z0-9_]*$/, 'must be written in capitals, such as SECURITY'),
  rule,
  evidence: z.custom<unknown>((value) => value instanceof z.ZodType || isForeignSchema(value), 'must be a zod schema'),
  builder: provided,
  reviewer: provided,
  bindings: z.array(binding).optional(),
});

function hasValue(): z.ZodType {
  return z.custom<unknown>((value) => typeof value === 'object' && value !== null && 'value' in value);
}

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
        remedy:
          typeof candidate === 'string'
            ? `Import it and hand in its default export: import plugin from '${candidate}'`
            : DEFAULT_EXPORT,
      },
    );
  }
  if (!('apiVersion' in candidate)) {
    const wrapped = 'default' in candidate;
    throw new PluginError(
      'plugin/invalid',
      `The plugin ${from} ${wrapped ? 'is a module, not its default export' : 'was not made by definePlugin'}`,
      { field: 'default export', remedy: wrapped ? 'Hand in its default export' : DEFAULT_EXPORT },
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
        remedy: DEFAULT_EXPORT,
      },
    );
  }
  return candidate as AnyPlugin;
}
