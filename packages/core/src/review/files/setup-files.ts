import type { Tree } from '../ports/tree.js';
import { readManifest, runnerSections } from './manifest.js';
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

/**
 * Files that the runner configuration of a tree names (set-up files, required helpers, custom reporters and
 * environments). Read from the configuration's text: any word that is the path of a file in the tree counts. A word
 * that names a test file by a runner's ordinary pattern does not: tests are listed there too.
 */
export async function findSetupFiles(tree: Tree): Promise<ReadonlySet<string>> {
  const roles = new FileRoles();
  const files = new Set((await tree.list()).map((file) => file.path));
  const found = new Set<string>();
  const scan = (text: string, folder: string): void => {
    for (const [word] of text.matchAll(WORD)) {
      const local = word.replace(/^<rootDir>\//, '').replace(/^file:\/\//, '');
      for (const ending of ENDINGS) {
        const path = normalise(`${folder}/${local}${ending}`);
        if (path !== undefined && files.has(path) && isSetup(path)) found.add(path);
      }
    }
  };
  for (const path of files) {
    if (roles.of(path) === 'test-config' && !path.endsWith('conftest.py')) {
      scan((await tree.read(path))?.toString('utf8') ?? '', folderOf(path));
    } else if (path === 'package.json' || path.endsWith('/package.json')) {
      const manifest = await readManifest(tree, path);
      scan(JSON.stringify(manifest === undefined ? {} : runnerSections(manifest)), folderOf(path));
    }
  }
  return found;
}

const TEST_FILE = /(^|[./_-])(test|spec)s?[._-]?\w*\.[cm]?[jt]sx?$|\.(test|spec)\./;
/** A file of code that is loaded beside the tests: not a test itself, not a manifest, not the program. */
function isSetup(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return /\.[cm]?[jt]sx?$/.test(name) && !TEST_FILE.test(name) && new FileRoles().of(path) !== 'production'
    ? true
    : /(setup|helper|register|bootstrap|global|init|env|reporter|hooks?)/i.test(name) && /\.[cm]?[jt]sx?$/.test(name);
}
