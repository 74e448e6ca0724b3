import { PluginError } from '@typed-evidence-chain/core';
import type { GitWorkspace } from '@typed-evidence-chain/workspace';
import { dirname, isAbsolute, resolve } from 'node:path';

/** The change that plugins will judge. */
export interface JudgedChange {
  readonly workspace: GitWorkspace;
  readonly repository: string;
  /** Commit id. */
  readonly base: string;
  /** The ref under review, where the change is one. */
  readonly head?: string | undefined;
}

/**
 * A plugin that the configuration names by a path in the repository is run as it is in the work tree. Where that is the
 * change under review (a checkout of a pull request), the change could bring its own judge, so such a plugin has to be
 * as it is on the base. Throws `PluginError` (`plugin/invalid`).
 */
export async function assertPluginIsOnBase(
  name: string,
  { workspace, repository, base, head }: JudgedChange,
): Promise<void> {
  if (!name.startsWith('.') && !isAbsolute(name)) return;
  const named = resolve(repository, name);
  // What an entry loads is beside it, but for one in the root.
  const beside = /\.[cm]?[jt]s$/.test(name) ? dirname(named) : named;
  const place = (await workspace.compareWith(repository, base, beside)) === undefined ? named : beside;
  const onBase = await workspace.compareWith(repository, base, place);
  if (onBase === undefined) return;
  const refuse = (why: string): PluginError =>
    new PluginError('plugin/invalid', `The plugin ${name} ${why}: a change must not bring the plugin that judges it`, {
      field: 'plugins',
      remedy: 'Check out the base, or name the plugin by a package or by a path outside of the repository',
    });
  if (onBase.changed.length > 0) throw refuse(`is not as it is on the base (${onBase.changed.slice(0, 3).join(', ')})`);
  if (onBase.tracked) return;
  for (const ref of ['HEAD', ...(head === undefined ? [] : [head])]) {
    if ((await workspace.compareWith(repository, ref, place))?.tracked) throw refuse('is not on the base');
  }
}
