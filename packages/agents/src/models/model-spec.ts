import { InputError } from '@typed-evidence-chain/core';

export const PROVIDERS = ['openai', 'anthropic', 'google', 'ollama'] as const;
export type Provider = (typeof PROVIDERS)[number];

export interface ModelSpec {
  readonly provider: Provider;
  readonly model: string;
}

const ALIASES: Readonly<Record<string, Provider>> = { 'google-genai': 'google', gemini: 'google' };

/** `provider:name`; the name may hold colons itself (`ollama:qwen3-coder:30b`). */
export function parseModelSpec(text: string): ModelSpec {
  const at = text.indexOf(':');
  const name = at < 0 ? '' : text.slice(0, at).toLowerCase();
  const provider = ALIASES[name] ?? PROVIDERS.find((candidate) => candidate === name);
  const model = text.slice(at + 1).trim();
  if (provider !== undefined && model !== '') return { provider, model };
  throw new InputError('input/usage', `${text} is no model: it has to be PROVIDER:NAME`, {
    field: '--model',
    remedy: `Providers are ${PROVIDERS.join(', ')}; for another endpoint that speaks OpenAI's protocol use openai:NAME and models.baseUrl`,
  });
}
