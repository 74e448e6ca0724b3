import {
  AIMessage,
  mapChatMessagesToStoredMessages,
  mapStoredMessagesToChatMessages,
  type BaseMessage,
  type StoredMessage,
} from '@langchain/core/messages';
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

/** Only what is well formed: a call with broken arguments is told to the model in words, and never repeated to its service. */
function wellFormed(message: AIMessage): { readonly message: AIMessage; readonly fault: string | undefined } {
  const broken = message.invalid_tool_calls ?? [];
  if (broken.length === 0) return { message, fault: undefined };
  const { usage_metadata: usage, id } = message;
  const clean = new AIMessage({
    content: message.text,
    tool_calls: message.tool_calls ?? [],
    ...(id === undefined ? {} : { id }),
    ...(usage === undefined ? {} : { usage_metadata: usage }),
  });
  return {
    message: clean,
    fault: broken.map((call) => `the arguments of ${call.name ?? 'a tool'} are not valid JSON`).join('; '),
  };
}

/** Model calls as durable steps: each answer is kept before it is used, and never paid for twice. */
export class KeptModelCalls {
  private calls = 0;
  /** What was wrong with the form of the last answer. */
  fault: string | undefined;

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
    const stored = await this.request.steps.step<StoredMessage>(
      `model-${number}`,
      { system, messages: messages.map(essence) },
      async () => {
        const answer = await this.guarded(ask);
        const [kept] = mapChatMessagesToStoredMessages([answer]);
        if (!kept) throw new ModelError('model/failed', 'The model gave no message');
        return kept;
      },
    );
    const [restored] = mapStoredMessagesToChatMessages([stored]);
    const { message, fault } = wellFormed(restored as AIMessage);
    this.fault = fault;
    const { input_tokens: input = 0, output_tokens: output = 0 } = (restored as AIMessage).usage_metadata ?? {};
    this.meter.addCall({ input, output });
    this.request.progress({
      step: 'tokens',
      message: `${input} in, ${output} out`,
      data: { input, output, call: number },
    });
    return message;
  }

  private async guarded(ask: () => Promise<AIMessage>): Promise<AIMessage> {
    const { signal } = this.request;
    let timer: NodeJS.Timeout | undefined;
    const stalled = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(
          new ModelError('model/failed', `The model did not finish its answer within ${this.limits.callTimeoutMs} ms`, {
            remedy: 'tec runs resume ID goes on after the last answer',
          }),
        );
        this.stop.abort(new Error('the model stalled'));
      }, this.limits.callTimeoutMs);
    });
    try {
      return await Promise.race([ask(), stalled]);
    } catch (cause) {
      if (signal.aborted) throw new RunAbortedError(signal.reason);
      if (cause instanceof ModelError) throw cause;
      throw new ModelError('model/failed', `The model could not be asked: ${this.redact((cause as Error).message)}`, {
        remedy: 'Check the key, the name of the model and the endpoint; `tec runs resume ID` goes on',
      });
    } finally {
      clearTimeout(timer);
    }
  }
}
