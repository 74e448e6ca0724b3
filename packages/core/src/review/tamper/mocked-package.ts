import { parseManifest } from '../files/manifest.js';
import { withoutEnding } from '../files/module-path.js';
import type { Tree } from '../ports/tree.js';

const FIELDS = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Whether the base installs a package: a manifest names it, or a lock file does. */
async function installs(base: Tree, name: string): Promise<boolean> {
  // `node_modules/ms"` in the lock of npm, `ms@1.0.0` and `"ms@npm:^1"` in those of yarn and pnpm.
  const locked = new RegExp(`node_modules/${escaped(name)}"|(?:^|[\\s"'/,])${escaped(name)}@`, 'm');
  for (const { path } of await base.list()) {
    if (path.includes('node_modules/')) continue;
    const isManifest = /(?:^|\/)package\.json$/.test(path);
    if (!isManifest && !/(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml)$/.test(path))
      continue;
    const text = (await base.read(path))?.toString('utf8') ?? '';
    if (!isManifest && locked.test(text)) return true;
    const manifest = isManifest ? parseManifest(text) : undefined;
    if (manifest && FIELDS.some((field) => Object.hasOwn((manifest[field] as object | undefined) ?? {}, name)))
      return true;
  }
  return false;
}

/**
 * Whether a file is a manual mock of a package, which jest takes for the package in every test without being asked
 * (https://jestjs.io/docs/manual-mocks). One of a module beside its folder is used only where a test asks for it.
 */
export async function mocksPackage(base: Tree, head: Tree, path: string): Promise<boolean> {
  const parts = path.split('/');
  const at = parts.lastIndexOf('__mocks__');
  const inside = withoutEnding(parts.slice(at + 1).join('/'));
  if (at < 0 || inside === '') return false;
  const name = inside
    .split('/')
    .slice(0, inside.startsWith('@') ? 2 : 1)
    .join('/');
  if (await installs(base, name)) return true;
  const beside = [...parts.slice(0, at), inside].join('/');
  const isOfModule = (await head.list()).some(
    (file) => withoutEnding(file.path) === beside || file.path.startsWith(`${beside}/index.`),
  );
  if (isOfModule) return false;
  // Nothing tells what it stands for: at these places it may be a package that a package brings.
  return at === 0 || (at === 1 && parts[0] === 'src' && parts.length === 3);
}
