import {
  AIMessage,
  mapChatMessagesToStoredMessages,
  mapStoredMessagesToChatMessages,
  type AIMessageChunk,
  type BaseMessage,
  type StoredMessage,
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

/** Model calls as durable steps: each answer is kept before it is used, and never paid for twice. */
export class KeptModelCalls {
  private calls = 0;
  /** What was wrong with the form of the last answer. */
  fault: string | null = null;

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
    const { message, fault } = await this.request.steps.step<KeptAnswer>(`model-${number}`, input, async () =>
      kept(await this.guarded(ask)),
    );
    this.fault = fault;
    const [restored] = mapStoredMessagesToChatMessages([message]) as AIMessage[];
    if (!restored) throw new ModelError('model/failed', 'The answer that was kept cannot be read');
    const { input_tokens: tokensIn = 0, output_tokens: tokensOut = 0 } = restored.usage_metadata ?? {};
    this.meter.addCall({ input: tokensIn, output: tokensOut });
    this.request.progress({
      step: 'tokens',
      message: `${tokensIn} in, ${tokensOut} out`,
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
    const stalled = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        const error = new ModelError(
          'model/failed',
          `The model did not finish its answer within ${this.limits.callTimeoutMs} ms`,
          {
            remedy: '`tec runs resume ID` goes on after the last answer',
          },
        );
        reject(error);
        this.stop.abort(error);
      }, this.limits.callTimeoutMs);
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
