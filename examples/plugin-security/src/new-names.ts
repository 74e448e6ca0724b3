import { pathAtBase, pathAtHead, type ReviewSession } from '@typed-evidence-chain/core';

/** Names through which callers reach the changed modules at the head, and that none of them had before. */
export const newNames = (session: ReviewSession): Promise<ReadonlySet<string>> =>
  session.once('security:new-names', async () => {
    const { trees, roles, ports } = session;
    const names = { base: new Set<string>(), head: new Set<string>() };
    for (const change of trees.patch.files) {
      if (roles.of(change.path) !== 'production' || !ports.analysis.isCode(change.path)) continue;
      for (const side of ['base', 'head'] as const) {
        const path = side === 'base' ? pathAtBase(change) : pathAtHead(change);
        const source = path === undefined ? undefined : await trees[side].read(path);
        const module =
          source && path !== undefined
            ? await ports.analysis.moduleInterface(path, source.toString('utf8'))
            : undefined;
        for (const name of module?.names ?? []) names[side].add(name);
      }
    }
    return new Set([...names.head].filter((name) => !names.base.has(name)));
  });
