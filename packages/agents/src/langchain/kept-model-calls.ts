import {
  AIMessage,
  mapChatMessagesToStoredMessages,
  mapStoredMessagesToChatMessages,
  type AIMessageChunk,
  type BaseMessage,
  type StoredMessage,
  type UsageMetadata,
} from '@langchain/core/messages';
import { askAgain } from './ask-again.js';
import { ModelError, RunAbortedError, type BuildRequest } from '@typed-evidence-chain/core';
import type { Redact } from '../secrets.js';
import type { Meter } from '../usage/meter.js';

/** What a message says, without ids that every process makes anew. */
const essence = (message: BaseMessage): unknown => ({
  type: message.type,
  content: message.content,
  ...('tool_calls' in message ? { calls: message.tool_calls } : {}),
  ...('tool_call_id' in message ? { answers: message.tool_call_id } : {}),
});

/** A model that says nothing for so long is taken as stalled. */
export interface CallLimits {
  readonly callTimeoutMs: number;
}

/** An answer as it is kept. `fault`: what is wrong with its form, for the model; the rest can be used. */
interface KeptAnswer {
  readonly message: StoredMessage;
  readonly fault: string | null;
  /** What the build had used of its time when the answer was there. */
  readonly seconds?: number;
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text === '' ? '{}' : text);
    return true;
  } catch {
    // Broken or cut off: that is what was asked.
    return false;
  }
};

/**
 * Only what is well formed: a call with broken arguments is told to the model in words, and never repeated to its
 * service. Arguments that were cut off do not count either, though the library mends them.
 */
function kept(answer: AIMessage): KeptAnswer {
  const chunks = (answer as AIMessageChunk).tool_call_chunks ?? [];
  const cut = new Set(chunks.filter((chunk) => !isJson(chunk.args ?? '')).map((chunk) => chunk.id));
  const broken = [
    ...(answer.invalid_tool_calls ?? []),
    ...(answer.tool_calls ?? []).filter((call) => cut.has(call.id)),
  ];
  const { usage_metadata: usage, id, content, response_metadata: metadata } = answer;
  const calls = (answer.tool_calls ?? []).filter((call) => !cut.has(call.id));
  const message = new AIMessage({
    content: broken.length > 0 ? answer.text : content,
    tool_calls: calls,
    response_metadata: metadata,
    ...(id === undefined ? {} : { id }),
    ...(usage === undefined ? {} : { usage_metadata: usage }),
  });
  const [stored] = mapChatMessagesToStoredMessages([message]);
  if (!stored) throw new ModelError('model/failed', 'The model gave no message');
  const names = [...new Set(broken.map((call) => call.name ?? 'a tool'))];
  return {
    message: stored,
    fault: names.length > 0 ? `the arguments of ${names.join(', ')} are not valid JSON` : null,
  };
}

const CHARACTERS_A_TOKEN = 4;

/** A service that does not say what was used must not lift the limits. */
const estimate = (sent: string, answer: string): { input_tokens: number; output_tokens: number } => ({
  input_tokens: Math.ceil(sent.length / CHARACTERS_A_TOKEN),
  output_tokens: Math.ceil(answer.length / CHARACTERS_A_TOKEN),
});

/** Model calls as durable steps: each answer is kept before it is used, and never paid for twice. */
export class KeptModelCalls {
  private calls = 0;
  /** What was wrong with the form of the last answer. */
  fault: string | null = null;
  /** The limit that a call ran into, in words. */
  limit: string | undefined;

  constructor(
    private readonly request: BuildRequest,
    private readonly meter: Meter,
    private readonly redact: Redact,
    private readonly limits: CallLimits,
    private readonly stop: AbortController,
  ) {}

  async call(system: string, messages: readonly BaseMessage[], ask: () => Promise<AIMessage>): Promise<AIMessage> {
    this.calls += 1;
    const number = this.calls;
    this.request.progress({ step: 'model-call', message: `model call ${number}`, data: { call: number } });
    const input = { system, messages: messages.map(essence) };
    const { message, fault, seconds } = await this.request.steps.step<KeptAnswer>(
      `model-${number}`,
      input,
      async () => ({
        ...kept(await this.guarded(ask)),
        seconds: this.meter.seconds,
      }),
    );
    this.fault = fault;
    this.meter.wentOnFrom(seconds ?? 0);
    const [restored] = mapStoredMessagesToChatMessages([message]) as AIMessage[];
    if (!restored) throw new ModelError('model/failed', 'The answer that was kept cannot be read');
    const given = restored.usage_metadata as UsageMetadata | undefined;
    // Some services send an empty count.
    const said = given && given.input_tokens + given.output_tokens > 0 ? given : undefined;
    const { input_tokens: tokensIn, output_tokens: tokensOut } =
      said ?? estimate(JSON.stringify(input), JSON.stringify(essence(restored)));
    this.meter.addCall({ input: tokensIn, output: tokensOut });
    this.request.progress({
      step: 'tokens',
      message: `${tokensIn} in, ${tokensOut} out${said ? '' : ' (estimated: the service does not say)'}`,
      data: { input: tokensIn, output: tokensOut, call: number },
    });
    return restored;
  }

  private async guarded(ask: () => Promise<AIMessage>): Promise<AIMessage> {
    const { signal } = this.request;
    let timer: NodeJS.Timeout | undefined;
    const onWait = (error: unknown, ms: number): void =>
      this.request.progress({
        step: 'note',
        message: this.redact(
          `the model's service is asked again in ${ms} ms: ${(error as Error).message.split('\n')[0] ?? ''}`,
        ),
      });
    const limit = this.meter.untilLimit();
    const stalled = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => {
          if (limit.ms < this.limits.callTimeoutMs) this.limit = limit.words;
          const error = new ModelError(
            'model/failed',
            this.limit ?? `The model did not finish its answer within ${this.limits.callTimeoutMs} ms`,
            {
              remedy: '`tec runs resume ID` goes on after the last answer',
            },
          );
          reject(error);
          this.stop.abort(error);
        },
        Math.min(this.limits.callTimeoutMs, limit.ms),
      );
    });
    try {
      return await Promise.race([askAgain(ask, AbortSignal.any([signal, this.stop.signal]), onWait), stalled]);
    } catch (cause) {
      if (signal.aborted) throw new RunAbortedError(signal.reason);
      if (cause instanceof ModelError) throw cause;
      throw new ModelError(
        'model/failed',
        `The model could not be asked: ${this.redact((cause as Error).message.split('\n\nTroubleshooting')[0] ?? '')}`,
        {
          remedy: 'Check the key, the name of the model and the endpoint; `tec runs resume ID` goes on',
        },
      );
    } finally {
      clearTimeout(timer);
    }
  }
}
