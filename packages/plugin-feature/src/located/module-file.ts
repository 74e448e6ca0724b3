import type { Tree } from '@typed-evidence-chain/core';

const ENDINGS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.mjs', '.cjs', '.jsx', '/index.ts', '/index.js', '/index.mjs'];

/** The file of a tree that a relative import means, `./a.js` of JavaScript or `.a` of Python; undefined for packages. */
export async function moduleFile(tree: Tree, importer: string, specifier: string): Promise<string | undefined> {
  if (!specifier.startsWith('.')) return undefined;
  const isPython = importer.endsWith('.py');
  const [, dots = '', rest = ''] = /^(\.+)(.*)$/.exec(specifier) ?? [];
  const target = isPython ? `${'../'.repeat(dots.length - 1)}${rest.replaceAll('.', '/')}` : specifier;
  const parts = importer.split('/').slice(0, -1);
  for (const part of target.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  const path = parts.join('/');
  const bare = path.replace(/\.[cm]?[jt]sx?$/, '');
  const candidates = isPython
    ? [`${path}.py`, `${path}/__init__.py`]
    : [path, ...ENDINGS.map((ending) => bare + ending), ...ENDINGS.map((ending) => path + ending)];
  for (const candidate of candidates) if ((await tree.read(candidate)) !== undefined) return candidate;
  return undefined;
}
