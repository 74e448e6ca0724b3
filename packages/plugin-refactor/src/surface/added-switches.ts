import { pathAtBase, pathAtHead, type CodeAnalysis, type ReviewSession } from '@typed-evidence-chain/core';

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

export interface AddedSwitches {
  /** Variables of the environment. */
  readonly variables: readonly string[];
  /** Options of a command line, with their dashes. */
  readonly flags: readonly string[];
}

/** Names by which code takes a command line apart. */
const TAKES_APART = new Set(['argv', 'parseArgs', 'add_argument', 'ArgumentParser', 'commander', 'yargs', 'minimist']);

/** Flags of a module that takes a command line apart, or had some before; texts of others may be anything (styles). */
async function flagsOf(analysis: CodeAnalysis, path: string, source: string, hadFlags: boolean): Promise<string[]> {
  const flags = (await analysis.codeOffers?.(path, source))?.flags ?? [];
  if (flags.length === 0 || hadFlags) return [...flags];
  const names = (await analysis.namesUsed(path, source, 1, Number.MAX_SAFE_INTEGER)) ?? [];
  return names.some((name) => TAKES_APART.has(name)) ? [...flags] : [];
}

/**
 * What changed program code asks the environment or the command line for, and no program code, document, manifest or
 * workflow of the base names: switches that nobody could turn before (THREATS R19, R20). A name in a text counts as known,
 * so that a variable which was looked up by a computed name is none of them.
 */
export async function addedSwitches({ trees, roles, ports }: ReviewSession): Promise<AddedSwitches> {
  const { analysis } = ports;
  const before = new Set<string>();
  const variables = new Set<string>();
  const flags = new Set<string>();
  for (const change of trees.patch.files) {
    if (roles.of(change.path) !== 'production' || !analysis.isCode(change.path)) continue;
    let hadFlags = false;
    for (const [side, path] of [
      ['base', pathAtBase(change)],
      ['head', pathAtHead(change)],
    ] as const) {
      const source = path === undefined ? undefined : (await trees[side].read(path))?.toString('utf8');
      if (path === undefined || source === undefined) continue;
      const read = (await analysis.environmentReads?.(path, source)) ?? [];
      const offered = await flagsOf(analysis, path, source, hadFlags);
      hadFlags = offered.length > 0;
      for (const name of read) (side === 'base' ? before : variables).add(name);
      for (const name of offered) (side === 'base' ? before : flags).add(name);
    }
  }
  const added = [...variables, ...flags].filter((name) => !before.has(name));
  if (added.length === 0) return { variables: [], flags: [] };
  const known = new Set(before);
  for (const { path, size } of await trees.base.list()) {
    if (size > 1_000_000 || !['production', 'docs', 'manifest', 'ci'].includes(roles.of(path))) continue;
    const text = (await trees.base.read(path))?.toString('utf8') ?? '';
    for (const name of added) if (new RegExp(`(?<![\\w-])${escaped(name)}(?![\\w-])`).test(text)) known.add(name);
  }
  const fresh = (names: ReadonlySet<string>): readonly string[] => [...names].filter((name) => !known.has(name));
  return { variables: fresh(variables), flags: fresh(flags) };
}
