import type { SandboxPaths, SandboxRequest } from '@typed-evidence-chain/core';

/** Where things are inside a sandbox that has a root of its own: the same for every run on every machine. */
export const INSIDE = {
  root: '/tec',
  tree: '/tec/tree',
  out: '/tec/out',
  mounts: '/tec/mounts',
  home: '/tec/home',
  tmp: '/tmp',
} as const;

/** The paths that the code of this request sees. */
export function insidePaths(request: SandboxRequest): SandboxPaths {
  const mounts = Object.keys(request.mounts ?? {}).map((name) => [name, `${INSIDE.mounts}/${name}`] as const);
  return {
    tree: INSIDE.tree,
    home: INSIDE.home,
    tmp: INSIDE.tmp,
    mounts: Object.fromEntries(mounts),
    ...(request.out === undefined ? {} : { out: INSIDE.out }),
  };
}
