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
  /** `overlay` needs bwrap 0.11: `treeFolder` is the checkout. `copy`: it is a copy for this run. */
  readonly treeMode: 'overlay' | 'copy';
  readonly treeFolder: string;
  /** A folder with empty folders at the places of the dependencies. */
  readonly pointsFolder: string;
  readonly dependencies: readonly DependencyPlace[];
  /** Files of ours in place of those of the machine, by path. */
  readonly ownFiles: Readonly<Record<string, string>>;
  readonly empty: { readonly file: string; readonly folder: string };
  readonly userId: number;
  readonly tmpfsMb: number;
  readonly canDisableUserNamespaces: boolean;
}

/** The arguments of bwrap(1) up to the command. Given to it on a file descriptor: they name paths of the host. */
export function bubblewrapArgs(input: BubblewrapInput): string[] {
  const { view, request } = input;
  const bytes = String(input.tmpfsMb * 1024 * 1024);
  const tmpfs = (path: string, mode: string) => ['--perms', mode, '--size', bytes, '--tmpfs', path];
  const cover = (kind: 'file' | 'folder') => (kind === 'file' ? input.empty.file : input.empty.folder);
  return [
    ...['--unshare-user', '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup'],
    ...(request.network ? [] : ['--unshare-net']),
    ...(input.canDisableUserNamespaces ? ['--disable-userns'] : []),
    ...['--uid', String(input.userId), '--gid', String(input.userId), '--hostname', 'tec'],
    ...['--die-with-parent', '--new-session', '--cap-drop', 'ALL'],
    ...view.shown.flatMap((path) => ['--ro-bind', path, path]),
    ...view.links.flatMap(({ path, to }) => ['--symlink', to, path]),
    ...['--proc', '/proc', '--dev', '/dev'],
    ...tmpfs('/dev/shm', '1777'),
    ...tmpfs(INSIDE.tmp, '1777'),
    ...tmpfs(INSIDE.home, '0755'),
    ...view.hidden.flatMap(({ path, kind }) => ['--ro-bind', cover(kind), path]),
    ...Object.entries(input.ownFiles).flatMap(([path, source]) => ['--ro-bind', source, path]),
    ...(request.network && view.nameServers !== undefined ? ['--ro-bind', view.nameServers, view.nameServers] : []),
    ...Object.entries(request.mounts ?? {}).flatMap(([name, path]) => ['--ro-bind', path, `${INSIDE.mounts}/${name}`]),
    ...(request.out === undefined ? [] : ['--bind', request.out, INSIDE.out]),
    ...treeArgs(input, tmpfs),
    ...['--remount-ro', '/proc', '--remount-ro', '/dev', '--remount-ro', '/'],
    ...['--chdir', '/'],
  ];
}

function treeArgs(input: BubblewrapInput, tmpfs: (path: string, mode: string) => string[]): string[] {
  if (input.treeMode === 'copy') {
    return [
      ...['--bind', input.treeFolder, INSIDE.tree],
      ...input.dependencies.flatMap(({ path, source }) => [
        ...['--ro-bind', source, `${INSIDE.tree}/${path}`],
        ...CACHE_FOLDERS.filter((name) =>
          statSync(join(source, name), { throwIfNoEntry: false })?.isDirectory(),
        ).flatMap((name) => tmpfs(`${INSIDE.tree}/${path}/${name}`, '0755')),
      ]),
    ];
  }
  // Of the layers, the last one named is on top.
  return [
    ...['--overlay-src', input.pointsFolder, '--overlay-src', input.treeFolder, '--tmp-overlay', INSIDE.tree],
    ...input.dependencies.flatMap(({ path, source, inTree }) => [
      ...['--overlay-src', source],
      ...(inTree ? ['--overlay-src', join(input.treeFolder, path)] : []),
      ...['--tmp-overlay', `${INSIDE.tree}/${path}`],
    ]),
  ];
}
