import { posix } from 'node:path';
import { isScript } from '../file-roles.js';

export interface EntryPoint {
  /** `.` or a sub-path of `exports`. */
  readonly key: string;
  /** The source file of the tree. */
  readonly path: string;
}

const BUILT = /^(?:dist|lib|build|out|es|esm|cjs)\//;
const ENDINGS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.mjs', '.cjs'];

/**
 * The modules through which others use the package: `exports`, `module`, `main`, else `index`. A built file that is
 * not in the tree stands for the source it is built from (`dist/index.js` → `src/index.ts`). Programs (`bin`) are no
 * entry points: loading one runs it.
 */
export function packageEntries(
  dir: string,
  manifest: Readonly<Record<string, unknown>>,
  paths: ReadonlySet<string>,
): EntryPoint[] {
  const wanted = [...fromExports(manifest['exports'])];
  for (const field of ['module', 'main']) {
    const value = manifest[field];
    if (typeof value === 'string') wanted.push({ key: '.', path: value });
  }
  if (wanted.length === 0) wanted.push({ key: '.', path: 'index.js' }, { key: '.', path: 'src/index.js' });
  const found = new Map<string, EntryPoint>();
  for (const { key, path } of wanted) {
    const source = sourceOf(dir, path, paths);
    if (source !== undefined && isScript(source) && !found.has(source)) found.set(source, { key, path: source });
  }
  return [...found.values()];
}

function* fromExports(value: unknown, key = '.'): Generator<EntryPoint> {
  if (typeof value === 'string') {
    if (!value.includes('*')) yield { key, path: value };
  } else if (Array.isArray(value)) {
    for (const one of value) yield* fromExports(one, key);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      if (name === 'types') continue;
      yield* fromExports(inner, name.startsWith('.') ? name : key);
    }
  }
}

function sourceOf(dir: string, path: string, paths: ReadonlySet<string>): string | undefined {
  const at = (relative: string): string => posix.normalize(posix.join(dir, relative));
  const relative = posix.normalize(path);
  const stem = relative.replace(/\.(?:[cm]?[jt]sx?)$/, '');
  const stems = [stem, posix.join(stem, 'index')];
  if (BUILT.test(relative)) {
    const inner = stem.replace(BUILT, '').replace(/^(?:esm|cjs|src)\//, '');
    stems.push(posix.join('src', inner), inner, posix.join('lib', inner));
  }
  const exact = at(relative);
  if (paths.has(exact)) return exact;
  return stems.flatMap((one) => ENDINGS.map((ending) => at(one + ending))).find((candidate) => paths.has(candidate));
}
