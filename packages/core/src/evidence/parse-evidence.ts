import type { z } from 'zod';
import type { InputError } from '../errors/chain-error.js';
import { validate } from '../documents/validate.js';

/** The plugin's own schema has the word. Throws `InputError` (`input/evidence`) with the field that does not fit. */
export function parseEvidence<S extends z.ZodType>(
  plugin: { readonly type: string; readonly evidence: S },
  evidence: unknown,
  file?: string,
): z.output<S> {
  return validate(plugin.evidence, evidence, `evidence of the ${plugin.type} submission`, {
    file,
    code: 'input/evidence',
    remedy: `\`tec schema submission\` prints the evidence block of ${plugin.type}`,
  });
}

export type EvidenceError = InputError;
