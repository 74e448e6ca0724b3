import { PluginRouter } from '@typed-evidence-chain/chain';
import {
  createContainer,
  PluginHost,
  type PluginOrigin,
  type Router,
  type TecConfig,
} from '@typed-evidence-chain/core';

/** With habits of the repository, the embedded router knows them; with `models.router` a language model speaks beside the embedded router; without it nothing of it is loaded. */
export async function chainRouter(
  config: TecConfig,
  plugins: readonly unknown[],
  origins: ReadonlyMap<unknown, Partial<PluginOrigin>>,
  onNotice: (notice: string) => void = (notice) => void process.stderr.write(`${notice}\n`),
): Promise<{ readonly router?: Router }> {
  const model = config.models.router;
  const { habits } = config.router;
  if (model === undefined && habits === undefined) return {};
  const host = new PluginHost(createContainer());
  for (const plugin of plugins) host.add(plugin, origins.get(plugin));
  const embedded = new PluginRouter(host, habits);
  if (model === undefined) return { router: embedded };
  const { LanguageModelRouter } = await import('@typed-evidence-chain/agents');
  const types = host.list().map(({ plugin, builder }) => ({ type: plugin.type, about: builder.instructions }));
  return {
    router: new LanguageModelRouter({
      model,
      baseUrl: config.models.baseUrl,
      types,
      embedded,
      onNotice,
    }),
  };
}
