import { randomUUID } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isWithin, parseMountInfo } from './mount-info.js';

/** A control group of one run. */
export interface ControlGroup {
  /** Files to write a process id to, so that the process and what it starts are counted. */
  readonly procs: readonly string[];
  /** The limit that was hit, if any. */
  readonly breach: () => 'memory' | 'pids' | undefined;
  /** After the last process is gone. */
  readonly remove: () => Promise<void>;
}

export interface GroupLimits {
  readonly memoryMb: number;
  readonly pids: number;
}

/** Where groups can be made here: one folder for version 2, one for each controller of version 1. */
export type GroupParents =
  | { readonly version: 2; readonly folder: string }
  | { readonly version: 1; readonly memory: string; readonly pids: string };

const PREFIX = 'tec-';

/** The folders of the hierarchies that this process is in: `memory`, `pids` (version 1) and `` (version 2). */
function ownFolders(): Map<string, string> {
  const mounts = parseMountInfo(readFileSync('/proc/self/mountinfo', 'utf8'));
  const found = new Map<string, string>();
  for (const line of readFileSync('/proc/self/cgroup', 'utf8').split('\n')) {
    const [, controllers, path] = /^\d+:([^:]*):(.*)$/.exec(line) ?? [];
    if (controllers === undefined || path === undefined) continue;
    const mount = mounts.find(({ fsType, superOptions }) =>
      controllers === ''
        ? fsType === 'cgroup2'
        : fsType === 'cgroup' && controllers.split(',').every((name) => superOptions.includes(name)),
    );
    if (mount === undefined || !isWithin(path, mount.root)) continue;
    for (const name of controllers.split(',')) found.set(name, join(mount.mountPoint, relative(mount.root, path)));
  }
  return found;
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    // The answer to the question, whatever the reason.
    return false;
  }
}

/** Groups of version 2 can be made beside the own one, below a folder that hands on both controllers. */
function findVersion2(own: string): GroupParents | undefined {
  for (let folder = own; existsSync(join(folder, 'cgroup.subtree_control')); folder = dirname(folder)) {
    const handedOn = readFileSync(join(folder, 'cgroup.subtree_control'), 'utf8').trim().split(' ');
    const usable = handedOn.includes('memory') && handedOn.includes('pids');
    if (usable && isWritable(folder) && isWritable(join(folder, 'cgroup.procs'))) return { version: 2, folder };
  }
  return undefined;
}

/** Finds out by making a group whether this user can; undefined where the kernel cannot count for us. */
export function findGroupParents(): GroupParents | undefined {
  try {
    const own = ownFolders();
    const [memory, pids, unified] = [own.get('memory'), own.get('pids'), own.get('')];
    const parents =
      memory !== undefined && pids !== undefined
        ? ({ version: 1, memory, pids } as const)
        : unified === undefined
          ? undefined
          : findVersion2(unified);
    if (parents === undefined) return undefined;
    sweep(parents);
    const trial = createGroup(parents, { memoryMb: 64, pids: 16 });
    for (const folder of trial.folders) rmdirSync(folder);
    return parents;
  } catch {
    // No permission, or a layout that we do not know: limits are then kept by other means, and the caller says so.
    return undefined;
  }
}

/** Removes the groups of tec processes that were killed. A group in use cannot be removed, so nothing is lost. */
function sweep(parents: GroupParents): void {
  for (const folder of parents.version === 2 ? [parents.folder] : [parents.memory, parents.pids]) {
    for (const name of readdirSync(folder)) {
      const owner = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
      if (owner !== undefined && !existsSync(`/proc/${owner}`)) removeNow(join(folder, name));
    }
  }
}

function removeNow(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true;
    // EBUSY: the kernel has not let go of the last process yet.
    return false;
  }
}

/** The number after a key (`oom_kill 2`), or 0. */
function counterIn(file: string, key: string): number {
  const value = new RegExp(`^${key} (\\d+)$`, 'm').exec(readFileSync(file, 'utf8'))?.[1];
  return Number(value ?? 0);
}

/** Makes a group. Throws what the file system throws. */
export function createGroup(
  parents: GroupParents,
  limits: GroupLimits,
): ControlGroup & { readonly folders: readonly string[] } {
  const name = `${PREFIX}${process.pid}-${randomUUID()}`;
  const memory = join(parents.version === 2 ? parents.folder : parents.memory, name);
  const pids = parents.version === 2 ? memory : join(parents.pids, name);
  const folders = [...new Set([memory, pids])];
  for (const folder of folders) mkdirSync(folder);
  const set = (folder: string, file: string, value: string): void => {
    if (existsSync(join(folder, file))) writeFileSync(join(folder, file), value);
  };
  const bytes = String(limits.memoryMb * 1024 * 1024);
  if (parents.version === 2) {
    writeFileSync(join(memory, 'memory.max'), bytes);
    set(memory, 'memory.swap.max', '0');
    set(memory, 'memory.oom.group', '1');
  } else {
    writeFileSync(join(memory, 'memory.limit_in_bytes'), bytes);
    set(memory, 'memory.memsw.limit_in_bytes', bytes);
  }
  writeFileSync(join(pids, 'pids.max'), String(limits.pids));

  const oomFile = join(memory, parents.version === 2 ? 'memory.events' : 'memory.oom_control');
  return {
    folders,
    procs: folders.map((folder) => join(folder, 'cgroup.procs')),
    breach: () => {
      if (counterIn(oomFile, 'oom_kill') > 0) return 'memory';
      return counterIn(join(pids, 'pids.events'), 'max') > 0 ? 'pids' : undefined;
    },
    remove: async () => {
      // What cannot be removed within a second is empty and harmless; the next start sweeps it.
      for (let round = 0; round < 100; round += 1) {
        if (folders.map(removeNow).every(Boolean)) return;
        await sleep(10);
      }
    },
  };
}
