import { readFile, writeFile, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Stream } from '@agentclientprotocol/sdk';
import type { BuildProgress } from '@typed-evidence-chain/core';
import type { Redact } from '../secrets.js';
import { isInside } from './inside.js';
import { answerPermission } from './permission-policy.js';

export interface AcpSessionOptions {
  readonly stream: Stream;
  readonly folder: string;
  readonly prompt: string;
  readonly redact: Redact;
  readonly progress: (progress: BuildProgress) => void;
  /** Looks at the agent's last message; what it returns is sent back to the agent, undefined ends the session. */
  readonly reply: (message: string) => string | undefined;
}

const LONGEST_MESSAGE = 1_000_000;
/** Tool calls that are shown and kept. */
const MOST_CALLS = 2000;

async function inside(folder: string, path: string, refuse: (message: string) => Error): Promise<string> {
  if (!(await isInside(folder, path))) throw refuse(`${path} is outside of the tree`);
  return path;
}

/** One session with an agent; returns why its last turn stopped. The SDK is loaded here. */
export async function runAcpSession({
  stream,
  folder,
  prompt,
  redact,
  progress,
  reply,
}: AcpSessionOptions): Promise<string> {
  const { client, methods, PROTOCOL_VERSION, RequestError } = await import('@agentclientprotocol/sdk');
  const refuse = (message: string): Error => RequestError.invalidParams(undefined, message);
  const app = client({ name: 'tec' })
    .onRequest(methods.client.session.requestPermission, async ({ params }) => {
      const { allowed, why, optionId } = await answerPermission(folder, params);
      progress({
        step: 'agent',
        message: redact(
          `permission ${allowed ? 'given' : 'refused'}: ${params.toolCall.title ?? params.toolCall.toolCallId} (${why})`,
        ),
        data: { allowed },
      });
      return {
        outcome:
          optionId === undefined ? { outcome: 'cancelled' as const } : { outcome: 'selected' as const, optionId },
      };
    })
    .onRequest(methods.client.fs.readTextFile, async ({ params }) => {
      const text = await readFile(await inside(folder, params.path, refuse), 'utf8');
      const from = Math.max(0, (params.line ?? 1) - 1);
      const lines = text.split('\n');
      return {
        content:
          params.line == null && params.limit == null
            ? text
            : lines.slice(from, params.limit == null ? undefined : from + params.limit).join('\n'),
      };
    })
    .onRequest(methods.client.fs.writeTextFile, async ({ params }) => {
      const path = await inside(folder, params.path, refuse);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, params.content);
    });
  return app.connectWith(stream, async (agent) => {
    await agent.request(methods.agent.initialize, {
      protocolVersion: PROTOCOL_VERSION,
      clientCapabilities: { fs: { readTextFile: true, writeTextFile: true }, terminal: false },
      clientInfo: { name: 'tec', version: '0.1.0' },
    });
    return agent.buildSession(folder).withSession(async (session) => {
      let next: string | undefined = prompt;
      let stopReason = 'end_turn';
      let calls = 0;
      while (next !== undefined) {
        const turn = session.prompt(next);
        // A turn that fails has no stop in the queue of updates.
        const failed = turn.then(() => new Promise<never>(() => undefined));
        let message = '';
        for (;;) {
          const update = await Promise.race([session.nextUpdate(), failed]);
          if (update.kind === 'stop') {
            stopReason = update.stopReason;
            break;
          }
          if (update.update.sessionUpdate === 'agent_message_chunk' && update.update.content.type === 'text')
            message = (message + update.update.content.text).slice(0, LONGEST_MESSAGE);
          if (update.update.sessionUpdate === 'tool_call') {
            // Only what comes after the last tool call is the final message.
            message = '';
            calls += 1;
            if (calls <= MOST_CALLS) progress({ step: 'tool-call', message: redact(update.update.title) });
          }
        }
        await turn;
        next = stopReason === 'end_turn' ? reply(message) : undefined;
      }
      return stopReason;
    });
  });
}
