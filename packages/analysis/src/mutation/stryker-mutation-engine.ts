import type { Mutant, MutantRequest, MutantsFound, MutationEngine } from '@typed-evidence-chain/core';
import { extensionOf, languageOf } from '../language.js';

const TYPED = new Set(['.ts', '.mts', '.cts', '.tsx']);

/**
 * Mutants of Stryker's own instrumenter, for JavaScript and TypeScript. A mutant is written into the plain source, so
 * that any runner can run it and nothing in it tells that it is one. Nothing is loaded before the first request.
 */
export class StrykerMutationEngine implements MutationEngine {
  readonly name = 'Stryker (@stryker-mutator/instrumenter)';

  readonly find = async (request: MutantRequest): Promise<MutantsFound> => {
    const { path } = request;
    if (languageOf(path) !== 'javascript' || path.endsWith('.d.ts'))
      return { kind: 'unknown', reason: `there is no mutation engine for ${extensionOf(path) || 'such'} files` };
    const { findMutants } = await import('./find-mutants.js');
    return findMutants(request);
  };

  readonly apply = async ({ path, edit }: Mutant, source: string): Promise<string | undefined> => {
    const text = source.slice(0, edit.from) + edit.text + source.slice(edit.to);
    const { parseJavaScript } = await import('../javascript/parse.js');
    if ((await parseJavaScript(path, text)) === undefined) return undefined;
    return TYPED.has(extensionOf(path)) ? withoutTypeCheck(text) : text;
  };
}

/** A transpiler that checks types would refuse many mutants: that is the compiler's word, not the tests'. */
function withoutTypeCheck(text: string): string {
  const head = /^\uFEFF?(?:#![^\n]*\n)?/.exec(text)?.[0] ?? '';
  return `${head}// @ts-nocheck\n${text.slice(head.length)}`;
}
