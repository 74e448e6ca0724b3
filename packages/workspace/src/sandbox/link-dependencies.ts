import { mkdir, readdir, readlink, symlink } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { CACHE_FOLDERS } from './unshare-plan.js';

/**
 * Shows a dependency folder without a mount: a real folder with a link for each entry. Copies would take seconds, and
 * hard links would let a run change the host's files. One link for the whole folder would not do either: modules would
 * be loaded from the host's checkout, and a workspace package would resolve to the host's copy of it instead of the tree's.
 * So a link in the folder (workspace packages, `.bin`, pnpm) is made again as it is, and scopes are real folders too.
 */
export async function linkDependencies(source: string, target: string, depth = 0): Promise<void> {
  await mkdir(target, { recursive: true });
  const existing = new Set(await readdir(target));
  for (const entry of await readdir(source, { withFileTypes: true })) {
    if (existing.has(entry.name) || CACHE_FOLDERS.includes(entry.name)) continue;
    const [from, to] = [join(source, entry.name), join(target, entry.name)];
    if (entry.isSymbolicLink()) {
      const link = await readlink(from);
      await symlink(isAbsolute(link) ? from : link, to);
    } else if (depth === 0 && entry.isDirectory() && (entry.name.startsWith('@') || entry.name === '.bin')) {
      await linkDependencies(from, to, depth + 1);
    } else {
      await symlink(from, to);
    }
  }
}
