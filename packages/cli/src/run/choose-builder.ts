import { InputError, type BuilderBackend, type TecConfig } from '@typed-evidence-chain/core';

export interface BuilderChoice {
  readonly name: string;
  readonly model?: string | undefined;
}

/** By flag; else the model of the configuration or of `--model`; else the only agent that is configured. */
export function chooseBuilder(
  config: TecConfig,
  flags: { readonly builder?: string | undefined; readonly model?: string | undefined },
): BuilderChoice {
  const agents = Object.keys(config.agents);
  const model = flags.model ?? config.models.builder;
  const name = flags.builder ?? (model !== undefined ? 'langchain' : agents.length === 1 ? agents[0] : undefined);
  if (name === undefined) {
    throw new InputError(
      'input/usage',
      agents.length === 0
        ? 'Nobody is named who could make the change'
        : `There are several agents: ${agents.join(', ')}`,
      {
        field: '--builder',
        remedy:
          'Give --model PROVIDER:NAME, or --builder NAME with an entry under `agents` in tec.config (see docs/models.md)',
      },
    );
  }
  if (name === 'langchain') {
    if (model !== undefined) return { name, model };
    throw new InputError('input/usage', 'The builder langchain needs a model', {
      field: '--model',
      remedy: 'Give --model PROVIDER:NAME, such as openai:gpt-5 or ollama:qwen3-coder',
    });
  }
  if (config.agents[name] !== undefined) return { name };
  throw new InputError('input/usage', `There is no builder ${name}`, {
    field: '--builder',
    remedy: `Use ${['langchain', ...agents].join(', ')}, or add it under \`agents\` in tec.config`,
  });
}

/** Loads only what this builder needs. */
export async function createBuilder({ name, model }: BuilderChoice, config: TecConfig): Promise<BuilderBackend> {
  const agents = await import('@typed-evidence-chain/agents');
  if (name === 'langchain') return agents.langchainBackend({ model: model ?? '', baseUrl: config.models.baseUrl });
  const agent = config.agents[name];
  if (agent === undefined) throw new InputError('input/usage', `There is no builder ${name}`, { field: '--builder' });
  return agent.protocol === 'acp'
    ? agents.acpBackend({ name, command: agent.command })
    : agents.commandBackend({ name, command: agent.command });
}
