import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the model says at one call: a text, tool calls, or a refusal of the server. */
export type ScriptedAnswer =
  | { readonly text: string }
  | { readonly tools: readonly { readonly name: string; readonly arguments: unknown }[] }
  | { readonly status: number; readonly message: string };

export interface ScriptedModel {
  /** For `models.baseUrl` or OPENAI_BASE_URL. */
  readonly baseUrl: string;
  /** The bodies of the requests, in order. */
  readonly requests: readonly Readonly<Record<string, unknown>>[];
  readonly close: () => Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8') || '{}') as Record<string, unknown>;
}

/** Ids differ from call to call: an agent that sees one twice takes it for the same message. */
function completion(answer: Exclude<ScriptedAnswer, { status: number }>, call: number, model: unknown): object {
  const tools =
    'tools' in answer
      ? answer.tools.map((tool, index) => ({
          id: `call_${call}_${index}`,
          type: 'function',
          function: { name: tool.name, arguments: JSON.stringify(tool.arguments) },
        }))
      : undefined;
  const message = {
    role: 'assistant',
    content: 'text' in answer ? answer.text : null,
    ...(tools ? { tool_calls: tools } : {}),
  };
  return {
    id: `chatcmpl-${call}`,
    object: 'chat.completion',
    created: 1_700_000_000 + call,
    model: typeof model === 'string' ? model : 'scripted',
    choices: [{ index: 0, message, finish_reason: tools ? 'tool_calls' : 'stop' }],
    usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
  };
}

/**
 * A model behind its real protocol: a server on this machine that speaks OpenAI's chat completions (not streamed) and
 * answers what is written down, call by call. A call beyond the script is answered with status 400.
 */
export async function scriptedModel(answers: readonly ScriptedAnswer[]): Promise<ScriptedModel> {
  const requests: Record<string, unknown>[] = [];
  const server = createServer((request, response) => {
    const send = (status: number, body: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    bodyOf(request).then(
      (body) => {
        const call = requests.push(body) - 1;
        const answer = answers[call] ?? {
          status: 400,
          message: `the script has ${answers.length} answers, and this is call ${call + 1}`,
        };
        if (body['stream'] === true)
          send(400, { error: { message: 'the scripted model does not stream', type: 'invalid_request_error' } });
        else if ('status' in answer)
          send(answer.status, { error: { message: answer.message, type: 'invalid_request_error' } });
        else send(200, completion(answer, call, body['model']));
      },
      (error: unknown) => send(400, { error: { message: (error as Error).message, type: 'invalid_request_error' } }),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    close: () =>
      new Promise((resolve, reject) => {
        server.closeAllConnections();
        server.close((error) => (error ? reject(error) : resolve()));
      }),
  };
}
