import { posix } from 'node:path';
import type { TestCommand, Tree } from '@typed-evidence-chain/core';
import { parents } from './expand-command.js';
import { readManifest } from './manifest.js';

export type CommandKind = 'test' | 'lint' | 'typecheck';

export interface DiscoveryOptions {
  /** What `tec.config` says (`commands.test`, …). */
  readonly configured?: string | undefined;
  /** The file that the command is for: its own package comes before the root. */
  readonly forFile?: string | undefined;
}

const SCRIPTS: Readonly<Record<CommandKind, readonly string[]>> = {
  test: ['test'],
  lint: ['lint'],
  typecheck: [
    'typecheck',
    'type-check',
    'types',
    'check-types',
    'check:types',
    'types:check',
    'tsc',
    'type:check',
    'test:types',
  ],
};
/** What `npm init` writes. */
const NO_TESTS = /no test specified/;

/** How the repository runs its tests, its linter or its type check; undefined where it does not say. Nothing is invented. */
export async function discoverCommand(
  tree: Tree,
  kind: CommandKind,
  options: DiscoveryOptions = {},
): Promise<TestCommand | undefined> {
  const { configured, forFile } = options;
  if (configured !== undefined) return { text: configured, cwd: '', source: `tec.config commands.${kind}` };
  if (kind === 'test' && forFile !== undefined) {
    const byLanguage = await ofLanguage(tree, forFile);
    if (byLanguage !== undefined) return byLanguage;
  }
  const folder = forFile === undefined ? '' : posix.dirname(forFile);
  for (const place of parents(folder === '.' ? '' : folder)) {
    const found = await scriptOf(tree, place, kind);
    if (found !== undefined) return found;
  }
  if (kind !== 'test') return undefined;
  return (await pytestCommand(tree)) ?? (await goCommand(tree));
}

export const discoverTestCommand = (tree: Tree, options: DiscoveryOptions = {}): Promise<TestCommand | undefined> =>
  discoverCommand(tree, 'test', options);

async function scriptOf(tree: Tree, folder: string, kind: CommandKind): Promise<TestCommand | undefined> {
  const manifest = await readManifest(tree, folder);
  if (manifest === undefined) return undefined;
  const name = SCRIPTS[kind].find((script) => {
    const text = manifest.scripts[script];
    return text !== undefined && text.trim() !== '' && !NO_TESTS.test(text);
  });
  if (name === undefined) return undefined;
  return {
    text: name === 'test' ? 'npm test' : `npm run ${name}`,
    cwd: folder,
    source: `${posix.join(folder, 'package.json')} scripts.${name}`,
  };
}

/** A test in another language than the manifest's is not run by its script. */
async function ofLanguage(tree: Tree, file: string): Promise<TestCommand | undefined> {
  if (file.endsWith('.py')) return pytestCommand(tree);
  if (file.endsWith('_test.go')) return goCommand(tree);
  return undefined;
}

async function pytestCommand(tree: Tree): Promise<TestCommand | undefined> {
  const declarations: readonly (readonly [string, RegExp])[] = [
    ['pytest.ini', /^/],
    ['.pytest.ini', /^/],
    ['pyproject.toml', /^\s*\[tool\.pytest|["']pytest\b|^\s*pytest\s*=/m],
    ['setup.cfg', /^\s*\[tool:pytest\]|^\s*pytest\b/m],
    ['tox.ini', /^\s*\[pytest\]|\bpytest\b/m],
    ['conftest.py', /^/],
    ['tests/conftest.py', /^/],
    ['requirements-dev.txt', /^pytest\b/m],
    ['requirements-test.txt', /^pytest\b/m],
    ['dev-requirements.txt', /^pytest\b/m],
    ['requirements.txt', /^pytest\b/m],
  ];
  for (const [file, says] of declarations) {
    const bytes = await tree.read(file);
    if (bytes !== undefined && says.test(bytes.toString('utf8')))
      return { text: 'python3 -m pytest', cwd: '', source: file };
  }
  return undefined;
}

async function goCommand(tree: Tree): Promise<TestCommand | undefined> {
  return (await tree.read('go.mod')) === undefined ? undefined : { text: 'go test ./...', cwd: '', source: 'go.mod' };
}
