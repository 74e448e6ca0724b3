import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Call {
  readonly name: string;
  /** A string is sent as it is: arguments that are no JSON. */
  readonly args: object | string;
}

/** One answer of the scripted service. */
export type Answer =
  | { readonly calls: readonly Call[] }
  | { readonly text: string }
  | { readonly status: number; readonly message?: string }
  | { readonly raw: string }
  | { readonly stall: true };

/** What the client sent, in the shape of its own protocol. */
export interface Sent {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: {
    readonly messages: readonly { readonly role: string; readonly content: unknown }[];
    readonly tools?: readonly unknown[];
    readonly stream?: boolean;
    readonly model: string;
  };
}

export interface ScriptedModel {
  readonly url: string;
  readonly sent: readonly Sent[];
  readonly close: () => Promise<void>;
}

const USAGE = { input: 1000, output: 50 };

const sse = (
  response: ServerResponse,
  events: readonly { readonly event?: string; readonly data: unknown }[],
  end = true,
): void => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const { event, data } of events)
    response.write(
      `${event === undefined ? '' : `event: ${event}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`,
    );
  if (end) response.end();
};

const textOf = (args: object | string): string => (typeof args === 'string' ? args : JSON.stringify(args));

/** Chat completions of OpenAI as a stream of chunks: arguments come in two pieces, usage at the end. */
function openai(response: ServerResponse, answer: { calls: readonly Call[] } | { text: string }, number: number): void {
  const chunk = (delta: object, finish: string | null = null): unknown => ({
    id: `chatcmpl-${number}`,
    object: 'chat.completion.chunk',
    created: 1,
    model: 'scripted',
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  const usage = {
    id: `chatcmpl-${number}`,
    object: 'chat.completion.chunk',
    created: 1,
    model: 'scripted',
    choices: [],
    usage: { prompt_tokens: USAGE.input, completion_tokens: USAGE.output, total_tokens: USAGE.input + USAGE.output },
  };
  const parts =
    'text' in answer
      ? [chunk({ role: 'assistant', content: answer.text }), chunk({}, 'stop')]
      : [
          chunk({ role: 'assistant', content: null }),
          ...answer.calls.flatMap(({ name, args }, index) => {
            const text = textOf(args);
            const half = Math.floor(text.length / 2);
            return [
              chunk({
                tool_calls: [
                  { index, id: `call_${number}_${index}`, type: 'function', function: { name, arguments: '' } },
                ],
              }),
              chunk({ tool_calls: [{ index, function: { arguments: text.slice(0, half) } }] }),
              chunk({ tool_calls: [{ index, function: { arguments: text.slice(half) } }] }),
            ];
          }),
          chunk({}, 'tool_calls'),
        ];
  sse(response, [...parts.map((data) => ({ data })), { data: usage }, { data: '[DONE]' }]);
}

/** Chat completions of OpenAI in one piece, for a client that asks for no stream. */
function openaiWhole(
  response: ServerResponse,
  answer: { calls: readonly Call[] } | { text: string },
  number: number,
): void {
  const message =
    'text' in answer
      ? { role: 'assistant', content: answer.text }
      : {
          role: 'assistant',
          content: null,
          tool_calls: answer.calls.map(({ name, args }, index) => ({
            id: `call_${number}_${index}`,
            type: 'function',
            function: { name, arguments: textOf(args) },
          })),
        };
  const body = {
    id: `chatcmpl-${number}`,
    object: 'chat.completion',
    created: 1,
    model: 'scripted',
    choices: [{ index: 0, message, finish_reason: 'text' in answer ? 'stop' : 'tool_calls' }],
    usage: { prompt_tokens: USAGE.input, completion_tokens: USAGE.output, total_tokens: USAGE.input + USAGE.output },
  };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** The messages stream of Anthropic. */
function anthropic(
  response: ServerResponse,
  answer: { calls: readonly Call[] } | { text: string },
  number: number,
): void {
  const event = (type: string, rest: object = {}): { event: string; data: unknown } => ({
    event: type,
    data: { type, ...rest },
  });
  const blocks =
    'text' in answer
      ? [
          event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
          event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: answer.text } }),
          event('content_block_stop', { index: 0 }),
        ]
      : answer.calls.flatMap(({ name, args }, index) => [
          event('content_block_start', {
            index,
            content_block: { type: 'tool_use', id: `toolu_${number}_${index}`, name, input: {} },
          }),
          event('content_block_delta', { index, delta: { type: 'input_json_delta', partial_json: textOf(args) } }),
          event('content_block_stop', { index }),
        ]);
  sse(response, [
    event('message_start', {
      message: {
        id: `msg_${number}`,
        type: 'message',
        role: 'assistant',
        model: 'scripted',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: USAGE.input, output_tokens: 0 },
      },
    }),
    ...blocks,
    event('message_delta', {
      delta: { stop_reason: 'text' in answer ? 'end_turn' : 'tool_use', stop_sequence: null },
      usage: { output_tokens: USAGE.output },
    }),
    event('message_stop'),
  ]);
}

/**
 * A service on loopback that speaks the wire protocols of OpenAI (`/chat/completions`) and Anthropic (`/v1/messages`).
 * Answers are taken in order; `script` may look at what was sent.
 */
export async function startScriptedModel(
  script: readonly Answer[] | ((number: number, sent: Sent) => Answer),
): Promise<ScriptedModel> {
  const sent: Sent[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (part: Buffer) => chunks.push(part));
    request.on('end', () => {
      const one: Sent = {
        path: request.url ?? '',
        headers: request.headers,
        body: JSON.parse(Buffer.concat(chunks).toString('utf8')) as Sent['body'],
      };
      const number = sent.push(one) - 1;
      const answer = typeof script === 'function' ? script(number, one) : script[number];
      if (answer === undefined) {
        response
          .writeHead(400, { 'content-type': 'application/json' })
          .end(JSON.stringify({ error: { message: 'the script has no further answer' } }));
      } else if ('status' in answer) {
        response
          .writeHead(answer.status, { 'content-type': 'application/json' })
          .end(JSON.stringify({ error: { type: 'error', message: answer.message ?? `status ${answer.status}` } }));
      } else if ('raw' in answer) {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).end(answer.raw);
      } else if ('stall' in answer) {
        sse(
          response,
          [
            {
              data: {
                id: 'c',
                object: 'chat.completion.chunk',
                created: 1,
                model: 'scripted',
                choices: [{ index: 0, delta: { role: 'assistant', content: '…' }, finish_reason: null }],
              },
            },
          ],
          false,
        );
      } else if (one.path.includes('messages')) anthropic(response, answer, number);
      else if (one.body.stream !== true) openaiWhole(response, answer, number);
      else openai(response, answer, number);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
