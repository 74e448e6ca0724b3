import { canonical, type CanonicalOptions } from './canonical.js';
import { loadGenerator } from './load-babel.js';
import type { Node } from './syntax.js';

export interface PrintOptions extends CanonicalOptions {
  readonly oneLine?: boolean;
}

export type Print = (node: Node, options?: PrintOptions) => string;

/** A printer whose text does not depend on how the node was formatted. */
export async function createPrinter(): Promise<Print> {
  const { generate } = await loadGenerator();
  return (node, options = {}) => {
    const { code } = generate(canonical(node, options), {
      comments: options.keepComment !== undefined,
      retainLines: false,
      concise: options.oneLine === true,
      jsescOption: { minimal: true, quotes: 'single' },
    });
    // The printer leaves the first line of a script to the node around the program.
    const interpreter = node.type === 'Program' ? node.interpreter : undefined;
    return interpreter ? `#!${interpreter.value}\n${code}` : code;
  };
}
