const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** `src/a/index.ts` -> `src/a`: how a module is named in imports. */
export const withoutEnding = (path: string): string => path.replace(/\.[cm]?[jt]sx?$/, '').replace(/\/index$/, '');

/** `../src/a.js` seen from `test/b.js` -> `src/a`; undefined for packages and for what leaves the tree. */
export function moduleAt(importer: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  const parts: string[] = [];
  for (const part of `${folderOf(importer)}/${specifier}`.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') {
      if (parts.pop() === undefined) return undefined;
    } else parts.push(part);
  }
  return withoutEnding(parts.join('/'));
}
