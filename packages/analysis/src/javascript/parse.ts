import type { ParserOptions, ParserPlugin } from '@babel/parser';
import type { File } from '@babel/types';
import { extensionOf } from '../language.js';
import { LineIndex } from '../line-index.js';
import { loadParser } from './load-babel.js';

export interface JavaScriptSource {
  /** Without the byte order mark; offsets of nodes count from here. */
  readonly text: string;
  readonly byteOrderMark: string;
  readonly file: File;
  readonly lines: LineIndex;
  readonly extension: string;
  readonly typed: boolean;
}

export interface ParseRequest {
  readonly tokens?: boolean;
  /** Attach comments to nodes; without it they are listed in the file only. */
  readonly attachComments?: boolean;
}

const byteOrderMark = '\uFEFF';
const typedExtensions = new Set(['.ts', '.mts', '.cts', '.tsx']);

function pluginSets(extension: string, text: string): ParserPlugin[][] {
  const typed = typedExtensions.has(extension);
  const jsx: ParserPlugin[] = extension === '.tsx' || !typed ? ['jsx'] : [];
  // The older decorators allow them on parameters, the newer ones `accessor`: no set of plug-ins has both.
  const decorators: ParserPlugin[] = ['decorators', 'decoratorAutoAccessors'];
  if (typed) {
    const common: ParserPlugin[] = [
      ...jsx,
      extension === '.ts' || extension === '.mts' || extension === '.cts' ? ['typescript', {}] : 'typescript',
    ];
    const sets: ParserPlugin[][] = [[...common, 'decorators-legacy', 'decoratorAutoAccessors']];
    return text.includes('@') ? [...sets, [...common, ...decorators]] : sets;
  }
  const sets: ParserPlugin[][] = [[...jsx, ...decorators]];
  if (text.includes('@')) sets.push([...jsx, 'decorators-legacy', 'decoratorAutoAccessors']);
  // Types of Flow live in ordinary .js files.
  if (text.includes('@flow') || text.includes('import type')) sets.push([...jsx, 'flow', ...decorators]);
  return sets;
}

function optionSets(extension: string, text: string, request: ParseRequest): ParserOptions[] {
  const modes: ('module' | 'script')[] =
    extension === '.cjs' || extension === '.cts' ? ['script', 'module'] : ['module', 'script'];
  return pluginSets(extension, text).flatMap((plugins) =>
    modes.map((sourceType) => ({
      sourceType,
      plugins,
      errorRecovery: false,
      allowReturnOutsideFunction: true,
      allowNewTargetOutsideFunction: true,
      allowUndeclaredExports: true,
      attachComment: request.attachComments === true,
      tokens: request.tokens === true,
    })),
  );
}

/** Undefined where no dialect of the file's extension can read the text. */
export async function parseJavaScript(
  path: string,
  source: string,
  request: ParseRequest = {},
): Promise<JavaScriptSource | undefined> {
  const { parse } = await loadParser();
  const extension = extensionOf(path);
  const mark = source.startsWith(byteOrderMark) ? byteOrderMark : '';
  const text = source.slice(mark.length);
  for (const options of optionSets(extension, text, request)) {
    try {
      const file = parse(text, options);
      const lines = new LineIndex(text);
      return { text, byteOrderMark: mark, file, lines, extension, typed: typedExtensions.has(extension) };
    } catch (error) {
      // A syntax error in this dialect: the next one may read it. RangeError: nested too deeply for the parser.
      if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
    }
  }
  return undefined;
}
