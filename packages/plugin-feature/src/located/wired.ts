import type { ReviewSession } from '@typed-evidence-chain/core';

const MODULE = /\.[cm]?[jt]sx?$/;
const TEXT = /\.(?:[cm]?[jt]sx?|json|html?|vue|svelte|astro|ya?ml|toml|md|mdx|sh)$|(?:^|\/)[^/.]+$/;
const FINDS_MODULES =
  /\breaddir|\bglob\b|\bglobSync\b|\bfast-glob\b|\bautoload|\brequire\.context\b|\b(?:require|import)\(\s*(?!\/\*|['"`\s])|\b(?:require|import)\(\s*`[^`]*\$\{/i;
const IS_PROGRAM = /^#!|\brequire\.main\b|\bimport\.meta\.(?:main|filename|url)\b|\bprocess\.argv\b|\bparentPort\b/m;
const MAX_FILES = 2000;
const MAX_BYTES = 300_000;

/**
 * New modules of the change that no file beside tests mentions, in a folder whose older modules are all loaded by name:
 * nobody can reach what they hold (THREATS F9). Nothing is said where modules are found by their place, or of programs.
 */
export const unwiredModules = (session: ReviewSession): Promise<ReadonlySet<string>> =>
  session.once('feature:unwired', () => search(session));

async function search({ trees, roles }: ReviewSession): Promise<ReadonlySet<string>> {
  const added = trees.patch.files.filter((file) => file.status === 'added').map((file) => file.path);
  const fresh = added.filter((path) => MODULE.test(path) && roles.of(path) === 'production');
  if (fresh.length === 0) return new Set();
  const files = (await trees.head.list()).filter(
    ({ path, size }) => TEXT.test(path) && size < MAX_BYTES && !['test', 'lock', 'generated'].includes(roles.of(path)),
  );
  if (files.length > MAX_FILES) return new Set();
  const texts = new Map<string, string>();
  for (const { path } of files) texts.set(path, (await trees.head.read(path))?.toString('utf8') ?? '');
  return unwired(texts, fresh);
}

/** Pure. `texts` holds what is not a test: programs, manifests, pages, documents. */
export function unwired(texts: ReadonlyMap<string, string>, fresh: readonly string[]): ReadonlySet<string> {
  const manifest = texts.get('package.json');
  const found = new Set<string>();
  if (manifest === undefined || /"exports"\s*:[^]*\*/.test(manifest)) return found;
  const modules = [...texts.keys()].filter((path) => MODULE.test(path));
  if (modules.some((path) => FINDS_MODULES.test(texts.get(path) ?? ''))) return found;
  const users = (path: string): string[] => {
    const mentions = mentionOf(path);
    return [...texts].filter(([other, text]) => other !== path && mentions.test(text)).map(([other]) => other);
  };
  const isNew = new Set(fresh);
  for (const path of fresh) {
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    const beside = modules.filter(
      (other) => !isNew.has(other) && other.startsWith(folder) && !other.slice(folder.length).includes('/'),
    );
    const named = beside.filter((other) => !/(?:^|\/)index\.\w+$/.test(other) && users(other).length > 0);
    if (named.length > 0 && !IS_PROGRAM.test(texts.get(path) ?? '')) found.add(path);
  }
  // What an older file mentions is reached, and so is what that mentions in turn.
  for (let isChanging = true; isChanging;) {
    const reached = [...found].filter((path) => users(path).some((user) => !found.has(user)));
    reached.forEach((path) => found.delete(path));
    isChanging = reached.length > 0;
  }
  return found;
}

/** A text, path or address that ends in its name; for an index, in the name of its folder. */
function mentionOf(path: string): RegExp {
  const parts = path.replace(/(?:\.d)?\.[cm]?[jt]sx?$/, '').split('/');
  const name = (parts.at(-1) === 'index' ? parts.at(-2) : parts.at(-1)) ?? '';
  const stem = name.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  return new RegExp(`["'\`/]${stem}(?:/index)?(?:\\.[cm]?[jt]sx?)?["'\`?#\\s)]`);
}
