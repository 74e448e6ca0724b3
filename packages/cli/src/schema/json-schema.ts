import { builtInPlugins } from '@typed-evidence-chain/chain';
import { configSchema, resultSchema, submissionSchema, taskSchema } from '@typed-evidence-chain/core';
import * as z from 'zod';

const schemaOf = (schema: z.ZodType): Record<string, unknown> =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Record<string, unknown>;

/** JSON Schema (draft 2020-12) of a document as a user writes or reads it. */
export function jsonSchema(what: 'task' | 'submission' | 'result' | 'config'): Record<string, unknown> {
  if (what === 'task') return { ...schemaOf(taskSchema), title: 'tec task' };
  if (what === 'config') return { ...schemaOf(configSchema), title: 'tec configuration' };
  if (what === 'result') return { ...schemaOf(resultSchema), title: 'tec result' };
  const evidence = builtInPlugins.map((plugin) => ({
    if: { properties: { type: { const: plugin.type } }, required: ['type'] },
    then: { properties: { evidence: withoutDraft(schemaOf(plugin.evidence)) } },
  }));
  return { ...schemaOf(submissionSchema), title: 'tec submission', allOf: evidence };
}

const withoutDraft = ({ $schema: _draft, ...schema }: Record<string, unknown>): Record<string, unknown> => schema;
