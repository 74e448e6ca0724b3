import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { SandboxRequest } from '@typed-evidence-chain/core';
import type { DependencyPlace } from './dependency-places.js';
import type { HostView } from './host-view.js';
import { INSIDE } from './inside-paths.js';
import { CACHE_FOLDERS } from './unshare-plan.js';

export interface BubblewrapInput {
  readonly view: HostView;
  readonly request: SandboxRequest;
  /** A copy of the tree for this run: an overlay of bwrap would tell the command which checkout it is made from. */
  readonly treeFolder: string;
  /** bwrap 0.11 and later: what is written to a dependency folder goes to memory instead of being refused. */
  readonly overlayDependencies: boolean;
  readonly dependencies: readonly DependencyPlace[];
  /** Files of ours in place of those of the machine, by path. */
  readonly ownFiles: Readonly<Record<string, string>>;
  readonly empty: { readonly file: string; readonly folder: string };
  readonly userId: number;
  readonly tmpfsMb: number;
}

/** The arguments of bwrap(1) up to the command. Given to it on a file descriptor: they name paths of the host. */
export function bubblewrapArgs(input: BubblewrapInput): string[] {
  const { view, request } = input;
  const bytes = String(input.tmpfsMb * 1024 * 1024);
  const tmpfs = (path: string, mode: string) => ['--perms', mode, '--size', bytes, '--tmpfs', path];
  const cover = (kind: 'file' | 'folder') => (kind === 'file' ? input.empty.file : input.empty.folder);
  return [
    '--unshare-user',
    '--unshare-pid',
    '--unshare-ipc',
    '--unshare-uts',
    '--unshare-cgroup',
    ...(request.network ? [] : ['--unshare-net']),
    '--disable-userns',
    '--uid',
    String(input.userId),
    '--gid',
    String(input.userId),
    '--hostname',
    'tec',
    '--die-with-parent',
    '--new-session',
    '--cap-drop',
    'ALL',
    ...view.shown.flatMap((path) => ['--ro-bind', path, path]),
    ...view.links.flatMap(({ path, to }) => ['--symlink', to, path]),
    '--symlink',
    '/tmp',
    '/var/tmp',
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    ...tmpfs('/dev/shm', '1777'),
    ...tmpfs(INSIDE.tmp, '1777'),
    ...tmpfs(INSIDE.home, '0755'),
    ...view.hidden.flatMap(({ path, kind }) => ['--ro-bind', cover(kind), path]),
    ...Object.entries(input.ownFiles).flatMap(([path, source]) => ['--ro-bind', source, path]),
    ...(request.network && view.nameServers !== undefined ? ['--ro-bind', view.nameServers, view.nameServers] : []),
    ...Object.entries(request.mounts ?? {}).flatMap(([name, path]) => ['--ro-bind', path, `${INSIDE.mounts}/${name}`]),
    ...(request.out === undefined ? [] : ['--bind', request.out, INSIDE.out]),
    ...treeArgs(input, tmpfs),
    '--remount-ro',
    '/proc',
    '--remount-ro',
    '/dev',
    '--remount-ro',
    '/',
    '--chdir',
    '/',
  ];
}

function treeArgs(input: BubblewrapInput, tmpfs: (path: string, mode: string) => string[]): string[] {
  const show = ({ path, source, inTree }: DependencyPlace): string[] => {
    const place = `${INSIDE.tree}/${path}`;
    if (input.overlayDependencies) {
      // Of the layers, the last one named is on top.
      const own = inTree ? ['--overlay-src', join(input.treeFolder, path)] : [];
      return ['--overlay-src', source, ...own, '--tmp-overlay', place];
    }
    const caches = CACHE_FOLDERS.filter((name) =>
      statSync(join(source, name), { throwIfNoEntry: false })?.isDirectory(),
    );
    return ['--ro-bind', source, place, ...caches.flatMap((name) => tmpfs(`${place}/${name}`, '0755'))];
  };
  return ['--bind', input.treeFolder, INSIDE.tree, ...input.dependencies.flatMap(show)];
}
