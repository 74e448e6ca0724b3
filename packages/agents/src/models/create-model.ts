import { InputError } from '@typed-evidence-chain/core';
import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { parseModelSpec, type ModelSpec, type Provider } from './model-spec.js';

export interface CreateModelOptions {
  readonly model: string;
  /** Of an OpenAI-compatible endpoint, or of the provider's own protocol elsewhere. */
  readonly baseUrl?: string | undefined;
  /** Milliseconds for one call. */
  readonly timeoutMs?: number | undefined;
  /** Of one call, by the library; default 0. It does not cover answers that come as streams. */
  readonly retries?: number | undefined;
  readonly env?: NodeJS.ProcessEnv | undefined;
}

interface Means {
  readonly package: string;
  /** The first that is set is the key. */
  readonly keys: readonly string[];
}

const MEANS: Readonly<Record<Provider, Means>> = {
  openai: { package: '@langchain/openai', keys: ['OPENAI_API_KEY'] },
  anthropic: { package: '@langchain/anthropic', keys: ['ANTHROPIC_API_KEY'] },
  google: { package: '@langchain/google-genai', keys: ['GOOGLE_API_KEY', 'GEMINI_API_KEY'] },
  ollama: { package: '@langchain/ollama', keys: [] },
};

const CALL_TIMEOUT_MS = 300_000;
/** Provider packages are optional peers: what is missing is named. */
async function load<T>(name: string): Promise<T> {
  try {
    return (await import(name)) as T;
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code !== 'ERR_MODULE_NOT_FOUND' || !message.includes(name)) throw cause;
    throw new InputError('input/usage', `The package ${name} is not installed`, {
      field: '--model',
      remedy: `Install it beside tec: npm install ${name}`,
      cause,
    });
  }
}

function keyFor(
  { provider, model }: ModelSpec,
  baseUrl: string | undefined,
  env: NodeJS.ProcessEnv,
): string | undefined {
  const { keys } = MEANS[provider];
  const key = keys.map((name) => env[name]).find((value) => value !== undefined && value !== '');
  if (key !== undefined || keys.length === 0) return key;
  // Servers of one's own take any key.
  if (baseUrl !== undefined) return 'none';
  throw new InputError('input/usage', `There is no key for ${provider}:${model}`, {
    field: '--model',
    remedy: `Set ${keys.join(' or ')} in the environment; keys are read from nowhere else`,
  });
}

type ModelClass = new (fields: Record<string, unknown>) => BaseChatModel;

/** Builds a chat model by hand: what is built by name calls protocols that compatible servers lack. */
export async function createModel({
  model: text,
  baseUrl,
  timeoutMs = CALL_TIMEOUT_MS,
  retries = 0,
  env = process.env,
}: CreateModelOptions): Promise<BaseChatModel> {
  const spec = parseModelSpec(text);
  const { provider, model } = spec;
  const common = { model, maxRetries: retries };
  if (provider === 'openai') {
    const url = baseUrl ?? env['OPENAI_BASE_URL'];
    const apiKey = keyFor(spec, url, env);
    const { ChatOpenAI } = await load<{ ChatOpenAI: ModelClass }>(MEANS.openai.package);
    return new ChatOpenAI({
      ...common,
      apiKey,
      useResponsesApi: false,

      streamUsage: true,
      timeout: timeoutMs,
      ...(url === undefined ? {} : { configuration: { baseURL: url } }),
    });
  }
  if (provider === 'anthropic') {
    const url = baseUrl ?? env['ANTHROPIC_BASE_URL'];
    const apiKey = keyFor(spec, url, env);
    const { ChatAnthropic } = await load<{ ChatAnthropic: ModelClass }>(MEANS.anthropic.package);
    return new ChatAnthropic({
      ...common,
      apiKey,
      maxTokens: 16_384,

      clientOptions: { timeout: timeoutMs },
      ...(url === undefined ? {} : { anthropicApiUrl: url }),
    });
  }
  if (provider === 'google') {
    const apiKey = keyFor(spec, baseUrl, env);
    const { ChatGoogleGenerativeAI } = await load<{ ChatGoogleGenerativeAI: ModelClass }>(MEANS.google.package);
    return new ChatGoogleGenerativeAI({ ...common, apiKey, ...(baseUrl === undefined ? {} : { baseUrl }) });
  }
  const { ChatOllama } = await load<{ ChatOllama: ModelClass }>(MEANS.ollama.package);
  const url = baseUrl ?? env['OLLAMA_BASE_URL'];
  return new ChatOllama({ ...common, ...(url === undefined ? {} : { baseUrl: url }) });
}
