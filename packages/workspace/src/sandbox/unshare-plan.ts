import { lstatSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { SandboxRequest } from '@typed-evidence-chain/core';
import type { DependencyPlace } from './dependency-places.js';
import type { Mount } from './fstab.js';
import type { HostView } from './host-view.js';
import { INSIDE } from './inside-paths.js';
import type { SkeletonSpec } from './skeleton.js';

/** Folders in a dependency folder that tools write to; without an overlay, each gets a private file system. */
export const CACHE_FOLDERS = ['.cache', '.vite', '.vite-temp', '.vitest'];

export interface PlanInput {
  readonly view: HostView;
  readonly request: SandboxRequest;
  /** `overlay`: `treeFolder` is the checkout, never written. `copy`: it is a copy for this run. */
  readonly treeMode: 'overlay' | 'copy';
  readonly treeFolder: string;
  readonly dependencies: readonly DependencyPlace[];
  /** User and group id inside. */
  readonly userId: number;
  readonly tmpfsMb: number;
}

export interface UnsharePlan {
  readonly skeleton: SkeletonSpec;
  /** The mounts, given the folder of the skeleton: first those that come before the work folder is filled. */
  readonly mounts: (root: string) => { readonly first: readonly Mount[]; readonly rest: readonly Mount[] };
  /** Folders to make in the work folder; of these, the ones that carry the tree's time stamp. */
  readonly workFolders: readonly string[];
  readonly stamped: readonly string[];
}

/** The user that the code runs as, in place of the machine's own lists. */
export function userFiles(userId: number): Record<string, string> {
  const user = `tec:x:${userId}:${userId}:tec:${INSIDE.home}:/bin/sh\n`;
  return {
    '/etc/passwd': `root:x:0:0:root:/root:/bin/sh\n${user}nobody:x:65534:65534:nobody:/nonexistent:/bin/false\n`,
    '/etc/group': `root:x:0:\ntec:x:${userId}:\nnogroup:x:65534:\n`,
    '/etc/hosts': '127.0.0.1 localhost tec\n::1 localhost ip6-localhost ip6-loopback\n',
    '/etc/hostname': 'tec\n',
  };
}

function isRegularFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

/** Pure but for questions to the file system about what is a folder and what is a file. */
export function planUnshare(input: PlanInput): UnsharePlan {
  const { view, request, dependencies } = input;
  const overlay = input.treeMode === 'overlay';
  const mounts = Object.entries(request.mounts ?? {});
  const ownFiles = Object.entries(userFiles(input.userId)).filter(([path]) => isRegularFile(path));
  const nameServers = request.network ? view.nameServers : undefined;
  const extraFile =
    nameServers !== undefined && !view.shown.some((folder) => nameServers.startsWith(`${folder}/`))
      ? nameServers
      : undefined;

  const folders = [
    'tmp',
    'dev/pts',
    'dev/shm',
    'proc',
    'tec/home',
    'tec/tree',
    'tec/out',
    'tec/mounts',
    '.work',
    '.old',
  ];
  folders.push('.mask/folder', '.points', 'var');
  const files: Record<string, string> = { '.mask/file': '' };
  const addPoint = (path: string, source: string): void => {
    if (statSync(source).isDirectory()) folders.push(path);
    else files[path] = '';
  };
  for (const path of view.shown) addPoint(path, path);
  for (const name of view.devices) files[`dev/${name}`] = '';
  for (const [name, source] of mounts) addPoint(`tec/mounts/${name}`, source);
  for (const [path, content] of ownFiles) files[`.mask${path}`] = content;
  for (const { path } of dependencies) folders.push(`.points/${path}`);
  if (extraFile !== undefined) files[extraFile] = '';
  const links = [
    ...view.links,
    { path: 'var/tmp', to: '/tmp' },
    { path: 'dev/fd', to: '/proc/self/fd' },
    { path: 'dev/stdin', to: '/proc/self/fd/0' },
    { path: 'dev/stdout', to: '/proc/self/fd/1' },
    { path: 'dev/stderr', to: '/proc/self/fd/2' },
    { path: 'dev/ptmx', to: 'pts/ptmx' },
  ];

  const layers = dependencies.flatMap((place, index) =>
    overlay ? [...(place.inTree ? [`l/t${index}`] : []), `l/d${index}`, `u/d${index}`, `w/d${index}`] : [],
  );
  const treeLayers = overlay ? ['l/tree', 'l/points', 'u/tree', 'w/tree'] : [];
  const workFolders = ['home', 'l', 'u', 'w', ...treeLayers, ...layers];

  return {
    skeleton: { folders, files, links },
    workFolders,
    stamped: workFolders.filter((path) => path.startsWith('u/')),
    mounts: (root) => {
      const work = join(root, '.work');
      const show = (source: string, target: string): Mount => ({
        kind: 'bind',
        source,
        target: root + target,
        readOnly: true,
      });
      const rest: Mount[] = [
        ...view.shown.map((path): Mount => ({
          kind: 'bind',
          source: path,
          target: root + path,
          readOnly: true,
          recursive: true,
        })),
        ...view.devices.map((name): Mount => ({
          kind: 'device',
          source: `/dev/${name}`,
          target: `${root}/dev/${name}`,
        })),
        { kind: 'tmpfs', target: `${root}/tmp`, sizeMb: input.tmpfsMb, mode: '1777' },
        { kind: 'tmpfs', target: `${root}/dev/shm`, sizeMb: input.tmpfsMb, mode: '1777' },
        { kind: 'devpts', target: `${root}/dev/pts` },
        { kind: 'proc', target: `${root}/proc` },
        ...view.procEntries.map((name) => show(`${root}/proc/${name}`, `/proc/${name}`)),
        ...view.hidden.map(({ path, kind }) => show(`${root}/.mask/${kind}`, path)),
        ...ownFiles.map(([path]) => show(`${root}/.mask${path}`, path)),
        ...(extraFile === undefined ? [] : [show(extraFile, extraFile)]),
        ...mounts.map(([name, source]) => show(source, `${INSIDE.mounts}/${name}`)),
        { kind: 'bind', source: `${work}/home`, target: root + INSIDE.home, readOnly: false },
      ];
      if (request.out !== undefined) {
        rest.push({ kind: 'bind', source: request.out, target: root + INSIDE.out, readOnly: false });
      }
      rest.push(...treeMounts(input, root, work));
      return {
        first: [
          { kind: 'bind', source: root, target: root, readOnly: true },
          { kind: 'tmpfs', target: work, sizeMb: input.tmpfsMb, mode: '755' },
        ],
        rest,
      };
    },
  };
}

function treeMounts(input: PlanInput, root: string, work: string): Mount[] {
  const tree = root + INSIDE.tree;
  const lower = (source: string, name: string): Mount => ({
    kind: 'bind',
    source,
    target: `${work}/l/${name}`,
    readOnly: true,
  });
  if (input.treeMode === 'copy') {
    return [
      { kind: 'bind', source: input.treeFolder, target: tree, readOnly: false },
      ...input.dependencies.flatMap(({ path, source }): Mount[] => [
        { kind: 'bind', source, target: `${tree}/${path}`, readOnly: true },
        ...CACHE_FOLDERS.filter((name) => statSync(join(source, name), { throwIfNoEntry: false })?.isDirectory()).map(
          (name): Mount => ({ kind: 'tmpfs', target: `${tree}/${path}/${name}`, sizeMb: input.tmpfsMb, mode: '755' }),
        ),
      ]),
    ];
  }
  // Paths of the host never come into the options of an overlay: they could hold a comma or a colon, and the command
  // could read them in /proc/self/mountinfo. So each layer is bound to a plain name first.
  return [
    lower(input.treeFolder, 'tree'),
    lower(`${root}/.points`, 'points'),
    { kind: 'overlay', target: tree, lower: ['l/tree', 'l/points'], layer: 'tree' },
    ...input.dependencies.flatMap(({ path, source, inTree }, index): Mount[] => [
      ...(inTree ? [lower(join(input.treeFolder, path), `t${index}`)] : []),
      lower(source, `d${index}`),
      {
        kind: 'overlay',
        target: `${tree}/${path}`,
        lower: [...(inTree ? [`l/t${index}`] : []), `l/d${index}`],
        layer: `d${index}`,
      },
    ]),
  ];
}
