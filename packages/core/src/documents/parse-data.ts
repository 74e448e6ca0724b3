import { createRequire } from 'node:module';
import { InputError } from '../errors/chain-error.js';

// Most runs read JSON only, and the parser is 80 modules: it is loaded by the first document that needs it.
const load = createRequire(import.meta.url);
const yaml = (): typeof import('yaml') => load('yaml') as typeof import('yaml');

export type DocumentFormat = 'json' | 'yaml' | 'markdown';

/** By the ending of the name; a name without a known ending is an error. */
export function documentFormat(file: string): DocumentFormat {
  if (/\.json$/i.test(file)) return 'json';
  if (/\.ya?ml$/i.test(file)) return 'yaml';
  if (/\.(md|markdown)$/i.test(file)) return 'markdown';
  throw new InputError('input/not-parsable', `Cannot tell the format of ${file}`, {
    file,
    remedy: 'Give it one of the endings .json, .yaml, .yml or .md',
  });
}

/** JSON or YAML text as data. Throws `InputError` with the place of the fault. */
export function parseData(text: string, format: 'json' | 'yaml', file?: string): unknown {
  const plain = text.replace(/^\uFEFF/, '');
  if (format === 'json') {
    try {
      return JSON.parse(plain) as unknown;
    } catch (cause) {
      throw new InputError('input/not-parsable', `Not valid JSON: ${(cause as Error).message}`, {
        file,
        remedy: 'Check that the file is complete and is JSON',
        cause,
      });
    }
  }
  const document = yaml().parseDocument(plain, { prettyErrors: true });
  const fault = document.errors[0];
  if (fault) {
    throw new InputError('input/not-parsable', `Not valid YAML: ${fault.message.split('\n')[0] ?? fault.message}`, {
      file,
      remedy: 'Check the indentation and quotes at that place',
      cause: fault,
    });
  }
  return document.toJS({ maxAliasCount: 100 }) as unknown;
}
