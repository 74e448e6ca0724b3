import { builtInPlugins, createChain } from '@typed-evidence-chain/chain';
import { langchainBackend, type LangchainBackendOptions } from '@typed-evidence-chain/agents';
import type { ChainEvent, ChainResult, ChainRunOptions, TaskInput } from '@typed-evidence-chain/core';
import type { SampleRepository } from './sample-repository.js';
import { startScriptedModel, type Sent } from './scripted-model.js';

export interface ModelRun {
  readonly result: ChainResult | undefined;
  readonly error: Error | undefined;
  readonly sent: readonly Sent[];
  readonly events: readonly ChainEvent[];
  /** The answers of tools, as the model last saw them. */
  readonly toolAnswers: readonly string[];
}

const CONFIG = { review: { repeat: 1 } };

export interface ModelRunOptions {
  readonly provider?: 'openai' | 'anthropic';
  readonly config?: ChainRunOptions['config'];
  readonly rounds?: number;
  readonly backend?: Partial<LangchainBackendOptions>;
  readonly more?: Partial<ChainRunOptions>;
}

/** A whole run against a scripted service. Keys are set for the time of the run. */
export async function modelRun(
  repository: SampleRepository,
  task: TaskInput,
  script: Parameters<typeof startScriptedModel>[0],
  options: ModelRunOptions = {},
): Promise<ModelRun> {
  const { provider = 'openai' } = options;
  const server = await startScriptedModel(script);
  const names = ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY'] as const;
  const before = names.map((name) => process.env[name]);
  for (const name of names) process.env[name] = 'sk-scripted-secret-key-0123456789';
  const chain = createChain({ plugins: builtInPlugins });
  const events: ChainEvent[] = [];
  chain.onAny((_name, event) => void events.push(event));
  const baseUrl = provider === 'openai' ? `${server.url}/v1` : server.url;
  let result: ChainResult | undefined;
  let error: Error | undefined;
  try {
    result = (await chain.run(task, {
      repository: repository.folder,
      builder: langchainBackend({ model: `${provider}:scripted`, baseUrl, ...options.backend }),
      config: { ...CONFIG, ...options.config },
      rounds: options.rounds ?? 1,
      ...options.more,
    })) as unknown as ChainResult;
  } catch (cause) {
    error = cause as Error;
  } finally {
    await server.close();
    names.forEach((name, index) => {
      if (before[index] === undefined) delete process.env[name];
      else process.env[name] = before[index];
    });
  }
  const last = server.sent.at(-1)?.body.messages ?? [];
  const toolAnswers = last.filter(({ role }) => role === 'tool').map(({ content }) => String(content));
  return { result, error, sent: server.sent, events, toolAnswers };
}
