import { writeFile } from 'node:fs/promises';
import Table from 'cli-table3';
import { COMMON_CHECKS, ConfigError, createContainer, InputError, PluginHost } from '@typed-evidence-chain/core';
import { GitWorkspace } from '@typed-evidence-chain/workspace';
import type { CommonFlags } from '../commands/common-flags.js';
import { loadConfig } from '../input/load-config.js';
import { loadPlugins } from '../input/load-plugins.js';

/** Outside of a repository, and in one without commits, only the built-in plugins are there. */
async function configuredPlugins(repo: string, file: string | undefined): Promise<readonly string[]> {
  try {
    return (await loadConfig(new GitWorkspace(), repo, 'HEAD', file)).config.plugins ?? [];
  } catch (error) {
    const noRepository =
      error instanceof InputError &&
      !(error instanceof ConfigError) &&
      file === undefined &&
      /not-a-repository|unknown-ref/.test(error.code);
    if (noRepository) return [];
    throw error;
  }
}

export async function showPlugins(flags: CommonFlags & { readonly repo: string }): Promise<void> {
  const { plugins, origins } = await loadPlugins(await configuredPlugins(flags.repo, flags.config), flags.repo);
  const host = new PluginHost(createContainer());
  for (const plugin of plugins) host.add(plugin, origins.get(plugin));
  const list = host.list().map(({ plugin, origin, reviewer }) => ({
    type: plugin.type,
    package: origin.package,
    version: origin.version,
    from: origin.from,
    checks: [...reviewer.checks, ...(reviewer.advice?.checks ?? [])],
  }));
  const data = { plugins: list, commonChecks: [...COMMON_CHECKS] };
  if (typeof flags.json === 'string') await writeFile(flags.json, `${JSON.stringify(data, null, 2)}\n`);
  if (flags.json === true) {
    process.stdout.write(`${JSON.stringify(data, null, 2)}\n`);
    return;
  }
  const table = new Table({ head: ['type', 'package', 'version', 'from', 'checks'], style: { head: [], border: [] } });
  for (const entry of list) table.push([entry.type, entry.package, entry.version, entry.from, entry.checks.join('\n')]);
  process.stdout.write(`${table.toString()}\nevery type: ${COMMON_CHECKS.join(', ')}\n`);
}
