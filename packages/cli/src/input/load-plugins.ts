import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { builtInPlugins } from '@typed-evidence-chain/chain';
import { PluginError, type PluginOrigin } from '@typed-evidence-chain/core';
import { importPlugin } from './import-plugin.js';
import { assertPluginIsOnBase, type JudgedChange } from './plugins-on-base.js';

export interface LoadedPlugins {
  readonly plugins: readonly unknown[];
  readonly origins: ReadonlyMap<unknown, Partial<PluginOrigin>>;
}

/** The package that a file belongs to: the nearest package.json upwards. */
async function packageOf(file: string): Promise<{ name: string; version: string } | undefined> {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => undefined);
    if (text === undefined) continue;
    const { name, version } = JSON.parse(text) as { name?: string; version?: string };
    if (name !== undefined) return { name, version: version ?? '0.0.0' };
  }
  return undefined;
}

const isPath = (name: string): boolean => name.startsWith('.') || isAbsolute(name);

/** A file, or the folder of a package, whose own `exports` then say what its entry is. */
function resolvePath(path: string): string {
  const manifest = join(path, 'package.json');
  if (!existsSync(manifest)) return createRequire(path).resolve(path);
  const { name, exports } = JSON.parse(readFileSync(manifest, 'utf8')) as { name?: string; exports?: unknown };
  return createRequire(manifest).resolve(name !== undefined && exports !== undefined ? name : path);
}

function locate(name: string, from: string): string {
  try {
    return isPath(name) ? resolvePath(resolve(from, name)) : createRequire(join(from, 'noop.js')).resolve(name);
  } catch (cause) {
    throw new PluginError('plugin/not-found', `The plugin ${name} cannot be found from ${from}`, {
      field: 'plugins',
      remedy: isPath(name) ? 'Check the path, and build the package' : `Install it: npm install --save-dev ${name}`,
      cause,
    });
  }
}

/** The three built-in types and what the configuration names, by package name or path. */
export async function loadPlugins(
  names: readonly string[],
  from: string,
  judged?: JudgedChange,
): Promise<LoadedPlugins> {
  const plugins: unknown[] = [...builtInPlugins];
  const origins = new Map<unknown, Partial<PluginOrigin>>(
    builtInPlugins.map((plugin) => [
      plugin,
      { package: plugin.name ?? plugin.type, version: plugin.version ?? '0.0.0', from: 'built in' },
    ]),
  );
  const known = new Set(builtInPlugins.map((plugin) => plugin.name));
  for (const name of names) {
    if (known.has(name)) continue;
    const file = locate(name, resolve(from));
    if (judged) await assertPluginIsOnBase(name, judged);
    const exported = await importPlugin(name, file);
    const owner = await packageOf(file);
    plugins.push(exported);
    origins.set(exported, { package: owner?.name ?? name, version: owner?.version ?? '0.0.0', from: file });
  }
  return { plugins, origins };
}
