import { spawn } from 'node:child_process';
import { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  ChainError,
  ModelError,
  parseSubmission,
  remainingMs,
  RunAbortedError,
  type BuilderBackend,
  type BuildRequest,
  type RawSubmission,
} from '@typed-evidence-chain/core';
import { agentEnvironment } from '../command/agent-environment.js';
import type { CommandBackendOptions } from '../command/command-backend.js';
import { endLeftProcesses } from '../command/end-left-processes.js';
import { killGroup } from '../command/kill-group.js';
import { judgeSubmission, unfit } from '../left/judge-submission.js';
import { MARKDOWN_ANSWER, systemPrompt, taskPrompt } from '../prompt/compose.js';
import { takeChange } from '../left/take-change.js';
import { redactAll, redactor, type Redact } from '../secrets.js';
import { runAcpSession } from './acp-session.js';

/** A final message that does not fit goes back this often. */
const MOST_REMINDERS = 2;
const CONNECTION_GRACE_MS = 1000;

/**
 * The builder `acp`: an external agent over the Agent Client Protocol, in a folder of its own with the files of the base.
 * Its change is what it leaves there; what it says of it is its final message, in the Markdown blocks of the contract.
 */
export function acpBackend({ name, command }: CommandBackendOptions): BuilderBackend {
  return {
    name,
    repeats: true,
    build: async (request) => {
      const started = performance.now();
      const work = await request.workspace.workTree({
        repository: request.repository,
        base: request.base,
        signal: request.signal,
      });
      try {
        const redact = redactor();
        const said = await talk(request, name, command, await work.folder(), redact);
        const taken = await takeChange(work, name);
        const patch = taken.fault === undefined ? taken.patch.toString('latin1') : '';
        const submission = taken.fault === undefined ? said : unfit(request.type, 'NEEDS_REVIEW', redact(taken.fault));
        const seconds = Math.round((performance.now() - started) / 100) / 10;
        return {
          change: { kind: 'patch', text: patch },
          submission: redactAll(submission, redact),
          builtBy: name,
          usage: { seconds },
        };
      } finally {
        await work.trees.close();
      }
    },
  };
}

async function talk(
  request: BuildRequest,
  name: string,
  command: readonly string[],
  folder: string,
  redact: Redact,
): Promise<RawSubmission> {
  const { ndJsonStream } = await import('@agentclientprotocol/sdk');
  const [program = '', ...args] = command;
  endLeftProcesses(request.runId);
  const child = spawn(program, args, {
    cwd: folder,
    env: agentEnvironment(process.env, request.runId, { TEC_WORK_TREE: folder }),
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const seconds = request.config.models.limits.seconds;
  const deadline = AbortSignal.timeout(Math.ceil(remainingMs(request.config.models.limits, request.used ?? {})));
  const kill = (): void => killGroup(child.pid);
  // Neither of them comes where the other did; both end the wait below.
  const over = new Promise<void>((resolve) => void child.once('exit', () => resolve()).once('error', () => resolve()));
  const gone = new Promise<never>((_, reject) => {
    child.once('error', (cause) =>
      reject(
        new ModelError('model/failed', `The agent's command ${program} cannot be started: ${cause.message}`, {
          field: 'agents',
          remedy: 'Check the command under `agents` in tec.config',
          cause,
        }),
      ),
    );
    child.once('exit', (code, signal) =>
      reject(
        new ModelError(
          'model/failed',
          redact(
            `${name} ended in the middle of its work (${signal ?? `exit code ${code ?? '?'}`})${tail === '' ? '' : `: ${tail}`}`,
          ),
        ),
      ),
    );
  });
  let tail = '';
  child.stderr.on('data', (chunk: Buffer) => {
    tail = `${tail}${chunk.toString('utf8')}`.slice(-500);
  });
  // How the process ends says more than a broken pipe.
  child.stdin.on('error', () => child.stdin.destroy());
  request.signal.addEventListener('abort', kill, { once: true });
  deadline.addEventListener('abort', kill, { once: true });
  let taken: RawSubmission | undefined;
  let fault = 'it sent no final message';
  let reminders = 0;
  const reply = (message: string): string | undefined => {
    const judged = judgeSubmission(request, () => parseSubmission(message, 'markdown', undefined, request.type));
    if (judged.fits) {
      taken = { ...judged.submission, patch: undefined };
      return undefined;
    }
    fault = judged.fault;
    reminders += 1;
    return reminders > MOST_REMINDERS ? undefined : `Your final message cannot be used: ${fault}\n${MARKDOWN_ANSWER}`;
  };
  const prompt = `${systemPrompt(request)}\n\nYou work in ${folder}, which holds the files of the repository. Stay inside of it.\n\n${taskPrompt(request)}\n\n${MARKDOWN_ANSWER}`;
  try {
    const stream = ndJsonStream(
      Writable.toWeb(child.stdin) as WritableStream<Uint8Array>,
      Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>,
    );
    const session = runAcpSession({ stream, folder, prompt, redact, progress: request.progress, reply }).catch(
      async (error: unknown) => {
        // The end of the process says more than the end of its connection, and comes a moment later.
        await Promise.race([gone, sleep(CONNECTION_GRACE_MS)]);
        throw error;
      },
    );
    const stopReason = await Promise.race([session, gone]);
    if (taken) return taken;
    return unfit(
      request.type,
      'NEEDS_REVIEW',
      redact(
        stopReason === 'end_turn'
          ? `the final message of ${name} cannot be used: ${fault}`
          : `${name} stopped: ${stopReason}`,
      ),
    );
  } catch (error) {
    if (request.signal.aborted) throw new RunAbortedError(request.signal.reason);
    if (deadline.aborted) return unfit(request.type, 'BLOCKED', `${name} ran out of time (${seconds} seconds)`);
    if (error instanceof ChainError) throw error;
    throw new ModelError('model/failed', redact(`${name} failed: ${(error as Error).message}`), { cause: error });
  } finally {
    request.signal.removeEventListener('abort', kill);
    deadline.removeEventListener('abort', kill);
    gone.catch(() => undefined);
    kill();
    // What still runs must not write into the tree while it is read.
    await over;
    endLeftProcesses(request.runId);
    child.stdout.destroy();
    child.stderr.destroy();
  }
}
