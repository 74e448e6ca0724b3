import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isWithin } from './mount-info.js';

/** A place below a folder that is shown, over which something empty is laid. */
export interface HiddenPlace {
  readonly path: string;
  readonly kind: 'file' | 'folder';
}

/** Looked at in each entry of /etc and /opt: enough for any /etc; a large installation in /opt is not read to its end. */
const ENTRY_BUDGET = 4000;

/** Hidden even if every user may read them: keys of this machine, and configuration that can hold a password or token. */
const SECRET_NAMES = [
  '/etc/ssh',
  '/etc/ssl/private',
  '/etc/npmrc',
  '/etc/pip.conf',
  '/etc/netrc',
  '/etc/gitconfig',
  '/etc/environment',
  '/etc/docker',
  '/etc/containerd',
  '/etc/kubernetes',
  '/etc/rancher',
  '/etc/letsencrypt',
  '/etc/machine-id',
  '/usr/etc/npmrc',
  '/usr/local/etc/npmrc',
];
const SECRET_NAMES_IN_TOOLCHAINS = ['etc/npmrc', '.npmrc', 'pip.conf', 'etc/pip.conf', '.condarc', '.netrc'];

function kindOf(path: string): HiddenPlace['kind'] | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  // Nothing can be laid over a symbolic link; what it leads to is either hidden itself or not visible.
  return stats === undefined || stats.isSymbolicLink() ? undefined : stats.isDirectory() ? 'folder' : 'file';
}

/**
 * What this user may read and not everybody may: the code under review runs with the user's id, and must see no more
 * of the system than a stranger would. Sockets too: a read-only mount does not keep anyone from connecting.
 */
function privatePlaces(folder: string): HiddenPlace[] {
  const hidden: HiddenPlace[] = [];
  const walk = (path: string, budget: { left: number }): void => {
    budget.left -= 1;
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (budget.left < 0 || stats === undefined || stats.isSymbolicLink()) return;
    const needed = stats.isDirectory() ? 0o5 : 0o4;
    if ((stats.mode & needed) !== needed || stats.isSocket()) {
      hidden.push({ path, kind: stats.isDirectory() ? 'folder' : 'file' });
      return;
    }
    if (stats.isDirectory()) for (const name of readdirSync(path)) walk(join(path, name), budget);
  };
  for (const name of readdirSync(folder)) walk(join(folder, name), { left: ENTRY_BUDGET });
  return hidden;
}

/**
 * All places to hide below the folders that are shown. `alsoHide` are folders of the host that must not be seen where
 * they lie below such a folder: the home folder, the repository, the work folder of tec.
 */
export function findHiddenPlaces(
  shown: readonly string[],
  toolchains: readonly string[],
  searchPath: readonly string[],
  alsoHide: readonly string[],
): HiddenPlace[] {
  const found = new Map<string, HiddenPlace>();
  const add = (path: string): void => {
    const kind = kindOf(path);
    if (kind !== undefined) found.set(path, { path, kind });
  };
  for (const folder of ['/etc', '/opt']) {
    if (shown.includes(folder)) for (const place of privatePlaces(folder)) found.set(place.path, place);
  }
  for (const path of SECRET_NAMES) if (shown.some((folder) => isWithin(path, folder))) add(path);
  for (const root of toolchains) for (const name of SECRET_NAMES_IN_TOOLCHAINS) add(join(root, name));
  for (const path of alsoHide) {
    const isShown = [...shown, ...toolchains].some((folder) => path !== folder && isWithin(path, folder));
    const holdsPrograms = [...searchPath, ...toolchains].some((folder) => isWithin(folder, path));
    if (isShown && !holdsPrograms) add(path);
  }
  const all = [...found.values()];
  return all.filter(({ path }) => !all.some((other) => other.path !== path && isWithin(path, other.path)));
}
