import { parse, type ParserPlugin } from '@babel/parser';
import type { File } from '@babel/types';

const TYPESCRIPT = /\.[cm]?tsx?$/;

/** Undefined for text that is no JavaScript or TypeScript. */
export function parseSource(path: string, source: string): File | undefined {
  const plugins: ParserPlugin[] = ['decorators', 'importAttributes', 'explicitResourceManagement'];
  if (TYPESCRIPT.test(path)) plugins.push('typescript');
  if (!/\.[cm]?ts$/.test(path)) plugins.push('jsx');
  try {
    return parse(source, {
      sourceType: 'unambiguous',
      plugins,
      errorRecovery: true,
      allowReturnOutsideFunction: true,
      allowAwaitOutsideFunction: true,
    });
  } catch {
    return undefined; // A file that cannot be parsed shows no calls; loading it is reported by the harness.
  }
}
