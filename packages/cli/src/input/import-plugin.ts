import { pathToFileURL } from 'node:url';
import { PluginError, settledBy } from '@typed-evidence-chain/core';

const LIMIT_MS = 30_000;

/** The default export of a plugin's entry. Throws `PluginError` where it throws, or does not end within the limit. */
export async function importPlugin(name: string, file: string, limitMs = LIMIT_MS): Promise<unknown> {
  const limit = AbortSignal.timeout(limitMs);
  try {
    const module = (await settledBy(limit, import(pathToFileURL(file).href), 0)) as { readonly default?: unknown };
    return module.default;
  } catch (cause) {
    const why = limit.aborted
      ? `its import did not end within ${limitMs / 1000} s`
      : cause instanceof Error
        ? cause.message
        : `it threw ${String(cause)}`;
    throw new PluginError('plugin/invalid', `The plugin ${name} cannot be loaded: ${why}`, {
      file,
      remedy: 'Build the package and install its peer dependencies; importing a plugin does nothing else',
      cause,
    });
  }
}
