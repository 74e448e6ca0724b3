import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import type { BaseCallbackHandler } from '@langchain/core/callbacks/base';
import type { AIMessage } from '@langchain/core/messages';
import { ChainError, type BuildRequest } from '@typed-evidence-chain/core';
import type { Redact } from '../secrets.js';
import type { Meter } from '../usage/meter.js';
import { ToolFault } from './editable-tree.js';
import type { SubmissionDesk } from './submission-desk.js';
import type { BuilderTool } from './tools.js';

export interface AgentRun {
  readonly request: BuildRequest;
  readonly model: BaseChatModel;
  readonly tools: readonly BuilderTool[];
  readonly desk: SubmissionDesk;
  readonly meter: Meter;
  readonly callTimeoutMs: number;
  readonly system: string;
  readonly prompt: string;
  readonly redact: Redact;
}

/** An answer without a tool call is answered this often with a reminder. */
const MOST_REMINDERS = 3;
const LONGEST_RESULT = 100_000;

/** One after the other, also where the model asks for several at once: edits must not overtake each other. */
function inTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };
}

/** Runs the model with its tools until it hands something over; else returns why it ended. LangChain is loaded here. */
export async function runAgent({
  request,
  model,
  tools,
  desk,
  meter,
  callTimeoutMs,
  system,
  prompt,
  redact,
}: AgentRun): Promise<string> {
  const [{ createAgent, createMiddleware, tool }, { HumanMessage }, { BaseCallbackHandler }, { KeptModelCalls }] =
    await Promise.all([
      import('langchain'),
      import('@langchain/core/messages'),
      import('@langchain/core/callbacks/base'),
      import('./kept-model-calls.js'),
    ]);
  const stop = new AbortController();
  const calls = new KeptModelCalls(request, meter, redact, { callTimeoutMs }, stop);
  const turns = inTurns();
  let failure: unknown;
  let ended = 'it stopped by itself';
  let reminders = 0;

  const bound = tools.map((part) =>
    tool(
      (args: unknown) =>
        turns(async () => {
          request.signal.throwIfAborted();
          request.progress({
            step: 'tool-call',
            message: redact(`${part.name} ${summaryOf(args)}`),
            data: { tool: part.name },
          });
          try {
            return (await part.run(args as never)).slice(0, LONGEST_RESULT);
          } catch (error) {
            if (error instanceof ToolFault) return `Not done: ${error.message}`;
            // Not the model's fault: the machine failed, and the run ends with that.
            failure = error;
            stop.abort(error);
            throw error;
          }
        }),
      { name: part.name, description: part.description, schema: part.schema },
    ),
  );

  const guard = createMiddleware({
    name: 'tec',
    beforeModel: {
      canJumpTo: ['end'],
      hook: () => {
        if (desk.result) return { jumpTo: 'end' as const };
        const limit = meter.exceeded();
        if (limit === undefined) return undefined;
        ended = limit;
        return { jumpTo: 'end' as const };
      },
    },
    wrapModelCall: async (call, handler) =>
      calls.call(system, call.messages, async () => (await handler(call)) as AIMessage),
    afterModel: {
      canJumpTo: ['model', 'end'],
      hook: (state) => {
        const last = state.messages.at(-1) as AIMessage | undefined;
        if ((last?.tool_calls?.length ?? 0) > 0) return undefined;
        // A jump to the model passes the hook before it by.
        const limit = meter.exceeded();
        if (limit !== undefined) {
          ended = limit;
          return { jumpTo: 'end' as const };
        }
        reminders += 1;
        if (reminders > MOST_REMINDERS) {
          ended = 'it kept answering without a tool call';
          return { jumpTo: 'end' as const };
        }
        const why = calls.fault ?? 'you answered without a tool call, and nothing was handed over yet';
        return {
          messages: [new HumanMessage(`Not done: ${why}. Go on with the tools, and end with submit.`)],
          jumpTo: 'model' as const,
        };
      },
    },
  });

  const agent = createAgent({ model, tools: bound, systemPrompt: system, middleware: [guard] });
  try {
    await agent.invoke(
      { messages: [new HumanMessage(prompt)] },
      {
        // Each model call takes a handful of graph steps; the meter is what limits the run.
        recursionLimit: request.config.models.limits.steps * 8 + 50,
        signal: AbortSignal.any([request.signal, stop.signal]),
        callbacks: [streamedAnswers(BaseCallbackHandler)],
      },
    );
  } catch (error) {
    if (calls.limit !== undefined && !request.signal.aborted) return calls.limit;
    throw failure ?? chainErrorIn(error) ?? error;
  }
  if (failure !== undefined) throw failure;
  return ended;
}

/**
 * Answers come as streams, so that a long one is no silence. The option `streaming` of a model would do the same and
 * fetch a table of tokens from a foreign host to count them; services say themselves what was used.
 */
function streamedAnswers(Base: typeof BaseCallbackHandler): BaseCallbackHandler {
  return new (class extends Base {
    readonly name = 'tec-streamed-answers';
    readonly lc_prefer_streaming = true;
  })();
}

/** The library wraps what hooks throw. */
function chainErrorIn(error: unknown): ChainError | undefined {
  for (let part = error; part instanceof Error; part = part.cause) if (part instanceof ChainError) return part;
  return undefined;
}

const summaryOf = (args: unknown): string => {
  const { path, on, files, text, under, status } = (args ?? {}) as Record<string, unknown>;
  return [path, on, files, text, under, status]
    .flatMap((value) =>
      value === undefined ? [] : [typeof value === 'string' ? value.slice(0, 80) : JSON.stringify(value).slice(0, 80)],
    )
    .join(' ');
};
