import { lstatSync, readFileSync, readdirSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { findHiddenPlaces, type HiddenPlace } from './hidden-places.js';
import { isWithin, parseMountInfo, type MountInfo } from './mount-info.js';
import { findToolchains, SYSTEM_FOLDERS, type Toolchains } from './toolchains.js';

/** What a sandbox shows of this machine. Everything else of it does not exist inside. */
export interface HostView {
  /** Folders and files, read-only, at the same path. Ordered so that a folder comes before what is in it. */
  readonly shown: readonly string[];
  /** Symbolic links at the root, such as `/bin`. */
  readonly links: readonly { readonly path: string; readonly to: string }[];
  readonly hidden: readonly HiddenPlace[];
  /** Mounts of the host below what is shown: each has to be made read-only by itself. */
  readonly innerMounts: readonly string[];
  readonly devices: readonly string[];
  /** Entries of /proc that do not belong to a process and can be changed or hold something that can. */
  readonly procEntries: readonly string[];
  readonly toolchains: Toolchains;
  readonly mounts: readonly MountInfo[];
  /** The file with the addresses of name servers, for runs that have the network. */
  readonly nameServers: string | undefined;
}

const DEVICES = ['null', 'zero', 'full', 'random', 'urandom', 'tty'];

function writableProcEntries(): string[] {
  return readdirSync('/proc').filter((name) => {
    if (/^\d+$/.test(name)) return false;
    const stats = lstatSync(`/proc/${name}`, { throwIfNoEntry: false });
    if (stats === undefined || stats.isSymbolicLink()) return false;
    return stats.isDirectory() || (stats.mode & 0o222) !== 0;
  });
}

/** The path without links; nothing where there is no such place, or this user cannot reach it. */
function realPath(path: string): string[] {
  try {
    return [realpathSync(path)];
  } catch {
    // What cannot be reached from here cannot be reached from a sandbox of this user.
    return [];
  }
}

/**
 * Looks at the machine once. `hide`: further folders of the host that must not be seen, such as the repository, in
 * case they lie in a folder of the system.
 */
export function readHostView(hostEnv: NodeJS.ProcessEnv, hide: readonly string[]): HostView {
  const links: { path: string; to: string }[] = [];
  const folders: string[] = [];
  for (const path of SYSTEM_FOLDERS) {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats?.isSymbolicLink()) links.push({ path, to: readlinkSync(path) });
    else if (stats?.isDirectory()) folders.push(path);
  }
  const toolchains = findToolchains(hostEnv);
  const shown = [...folders, ...toolchains.roots];
  const home = hostEnv.HOME ?? homedir();
  const alsoHide = [home, process.cwd(), ...hide].flatMap(realPath);
  const hidden = findHiddenPlaces(folders, toolchains.roots, toolchains.path, alsoHide);
  const mounts = parseMountInfo(readFileSync('/proc/self/mountinfo', 'utf8'));
  const innerMounts = mounts
    .map(({ mountPoint }) => mountPoint)
    .filter((point) => shown.some((folder) => point !== folder && isWithin(point, folder)))
    .filter((point) => !hidden.some(({ path }) => isWithin(point, path)));
  const hasNameServers = statSync('/etc/resolv.conf', { throwIfNoEntry: false })?.isFile() ?? false;
  return {
    shown,
    links,
    hidden,
    innerMounts: [...new Set(innerMounts)],
    devices: DEVICES.filter((name) => statSync(`/dev/${name}`, { throwIfNoEntry: false }) !== undefined),
    procEntries: writableProcEntries(),
    toolchains,
    mounts,
    nameServers: hasNameServers ? realpathSync('/etc/resolv.conf') : undefined,
  };
}
