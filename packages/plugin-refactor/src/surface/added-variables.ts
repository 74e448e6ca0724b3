import { pathAtBase, pathAtHead, type ReviewSession } from '@typed-evidence-chain/core';

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * Variables of the environment that changed program code reads, and that no program code, document, manifest or workflow
 * of the base names: each is a switch that nobody could turn before (THREATS R19, R20). A name in a text counts as known,
 * so that a variable which was looked up by a computed name is none of them.
 */
export async function addedVariables({ trees, roles, ports }: ReviewSession): Promise<readonly string[]> {
  const { environmentReads } = ports.analysis;
  if (!environmentReads) return [];
  const readBy = async (side: 'base' | 'head', paths: readonly (string | undefined)[]): Promise<Set<string>> => {
    const names = new Set<string>();
    for (const path of paths) {
      const source = path === undefined ? undefined : (await trees[side].read(path))?.toString('utf8');
      if (path !== undefined && source !== undefined)
        (await environmentReads(path, source))?.forEach((name) => names.add(name));
    }
    return names;
  };
  const changed = trees.patch.files.filter(
    ({ path }) => roles.of(path) === 'production' && ports.analysis.isCode(path),
  );
  const before = await readBy('base', changed.map(pathAtBase));
  const added = [...(await readBy('head', changed.map(pathAtHead)))].filter((name) => !before.has(name));
  if (added.length === 0) return [];
  const known = new Set<string>();
  for (const { path, size } of await trees.base.list()) {
    if (size > 1_000_000 || !['production', 'docs', 'manifest', 'ci'].includes(roles.of(path))) continue;
    const text = (await trees.base.read(path))?.toString('utf8') ?? '';
    for (const name of added) if (new RegExp(`(?<!\\w)${escaped(name)}(?!\\w)`).test(text)) known.add(name);
  }
  return added.filter((name) => !known.has(name));
}
