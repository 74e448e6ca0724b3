import { fingerprint } from './canonical.js';
import { parseJavaScript } from './parse.js';
import { createPrinter } from './print.js';

/** Comments that compilers and runners obey: without them it would be another program. */
const obeyed = ['@ts-', '@jest-environment', '@vitest-environment', '@jsx'];

const isObeyed = (comment: string): boolean => obeyed.some((word) => comment.includes(word));

/** Undefined where the text can't be parsed, or where the printer would not give the same program. */
export async function reprintJavaScript(path: string, source: string): Promise<string | undefined> {
  const parsed = await parseJavaScript(path, source, { attachComments: true });
  if (!parsed) return undefined;
  const print = await createPrinter();
  const printed = `${print(parsed.file.program, { keepTypes: true, keepComment: isObeyed })}\n`;
  const again = await parseJavaScript(path, printed);
  return again && fingerprint(again.file.program) === fingerprint(parsed.file.program) ? printed : undefined;
}
