import type { Tree } from '../ports/tree.js';
import { parseManifest, readManifest, runnerSections } from './manifest.js';
import { FileRoles } from './roles.js';

const WORD = /[^\s"'`,()[\]{}=;]+/g;
const ENDINGS = ['', '.js', '.cjs', '.mjs', '.ts', '.cts', '.mts', '/index.js', '/index.ts'];

/** `./a/../b` -> `b`; undefined for what leaves the tree. */
function normalise(path: string): string | undefined {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') {
      if (parts.pop() === undefined) return undefined;
    } else parts.push(part);
  }
  return parts.join('/');
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** Fields and flags that list tests, not what is loaded beside them. */
const LISTS_TESTS =
  /^(spec|specs|testMatch|testRegex|testPathPattern|include|exclude|files|ignore|ignorePatterns|testpaths|collectCoverageFrom|coverage.*|roots|tests?)$/i;
const LOADER_FLAG =
  /(?:^|[\s=])(?:-r|--require|--import|--loader|--experimental-loader|--file|--setupFiles|--globalSetup|--reporter|--ui|-p)[\s=]+([^\s"']+)/g;
const SETUP_NAME = /(setup|helper|register|bootstrap|global|hook|init|polyfill|preload|reporter|environment)/i;

/** The strings of a configuration value that can name something to load. */
function loadable(value: unknown, key = ''): readonly string[] {
  if (LISTS_TESTS.test(key)) return [];
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap((item: unknown) => loadable(item));
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => loadable(inner, name))
    : [];
}

/** Words of package scripts that a loader flag names. */
const loadedByScripts = (scripts: unknown): readonly string[] =>
  Object.values((scripts ?? {}) as Record<string, string>).flatMap((text) =>
    [...text.matchAll(LOADER_FLAG)].map(([, word = '']) => word),
  );

/**
 * Files that the runner configuration of a tree loads beside the tests: set-up files, required helpers, reporters,
 * environments. Structured configuration is read field by field; of a configuration that is a program, words that are
 * paths of the tree count where their name speaks of set-up. Listed tests are no set-up files.
 */
export async function findSetupFiles(tree: Tree): Promise<ReadonlySet<string>> {
  const roles = new FileRoles();
  const files = new Set((await tree.list()).map((file) => file.path));
  const found = new Set<string>();
  const add = (word: string, folder: string, accept: (path: string) => boolean): void => {
    const local = word.replace(/^<rootDir>\//, '').replace(/^file:\/\//, '');
    for (const ending of ENDINGS) {
      const path = normalise(`${folder}/${local}${ending}`);
      if (path !== undefined && files.has(path) && isScript(path) && accept(path)) found.add(path);
    }
  };
  for (const path of files) {
    const folder = folderOf(path);
    if (path === 'package.json' || path.endsWith('/package.json')) {
      const { scripts, ...sections } = runnerSections((await readManifest(tree, path)) ?? {});
      for (const word of [...loadedByScripts(scripts), ...loadable(sections)]) add(word, folder, () => true);
    } else if (roles.of(path) === 'test-config' && !path.endsWith('conftest.py')) {
      const text = (await tree.read(path))?.toString('utf8') ?? '';
      const data = parseManifest(text);
      if (data) for (const word of loadable(data)) add(word, folder, () => true);
      else
        for (const [word] of text.matchAll(WORD))
          add(word, folder, (file) => SETUP_NAME.test(file.slice(file.lastIndexOf('/') + 1)));
    }
  }
  return found;
}

const isScript = (path: string): boolean => /\.[cm]?[jt]sx?$/.test(path);
