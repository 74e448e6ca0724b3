export type Language = 'javascript' | 'python';

const languages: Readonly<Record<string, Language>> = {
  '.js': 'javascript',
  '.mjs': 'javascript',
  '.cjs': 'javascript',
  '.jsx': 'javascript',
  '.ts': 'javascript',
  '.mts': 'javascript',
  '.cts': 'javascript',
  '.tsx': 'javascript',
  '.py': 'python',
  '.pyi': 'python',
};

/** The extension with its dot, in lower case; empty where there is none. */
export function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot).toLowerCase() : '';
}

/** Undefined for everything that is not read as code. */
export function languageOf(path: string): Language | undefined {
  const extension = extensionOf(path);
  return Object.hasOwn(languages, extension) ? languages[extension] : undefined;
}

/** A file of TypeScript declarations: no compiler makes a program of it. */
export const isDeclarationFile = (path: string): boolean => /\.d\.(?:[\w-]+\.)?[cm]?ts$/i.test(path);
