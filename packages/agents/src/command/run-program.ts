import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { ModelError, RunAbortedError } from '@typed-evidence-chain/core';
import { agentEnvironment } from './agent-environment.js';
import { boundedLines } from './bounded-lines.js';
import { endLeftProcesses } from './end-left-processes.js';
import { killGroup } from './kill-group.js';

export interface ProgramRequest {
  readonly runId: string;
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly input: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly onLine: (line: string) => void;
}

export interface ProgramEnd {
  readonly outcome: 'exited' | 'signalled' | 'timed-out';
  readonly code: number | null;
  /** The last lines that it printed. */
  readonly tail: string;
}

const TAIL_LINES = 10;
const BOUNDS = { longest: 400, most: 500 };
const STREAM_GRACE_MS = 2000;

/**
 * Runs a program in its own process group until it ends, is out of time or the signal fires; the whole group, and what
 * it moved out of the group, is gone afterwards. Throws `ModelError` where it cannot be started, `RunAbortedError` after an abort.
 */
export async function runProgram({
  runId,
  command,
  cwd,
  env,
  input,
  timeoutMs,
  signal,
  onLine,
}: ProgramRequest): Promise<ProgramEnd> {
  const [program = '', ...args] = command;
  if (signal.aborted) throw new RunAbortedError(signal.reason);
  endLeftProcesses(runId);
  const child = spawn(program, args, {
    cwd,
    env: agentEnvironment(process.env, runId, env),
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve, reject) => {
    child.once('error', reject).once('exit', (code, name) => resolve({ code, signal: name }));
  });
  const tail: string[] = [];
  const streams = [child.stdout, child.stderr];
  const lines = streams.map((stream) =>
    boundedLines(stream, BOUNDS, (line, told) => {
      tail.push(line);
      if (tail.length > TAIL_LINES) tail.shift();
      if (told) onLine(line);
    }),
  );
  // A program may end without reading its input: how it ends says the rest.
  child.stdin.on('error', () => child.stdin.destroy());
  child.stdin.end(input);
  let timedOut = false;
  const kill = (): void => killGroup(child.pid);
  const timer = setTimeout(
    () => {
      timedOut = true;
      kill();
    },
    Math.min(timeoutMs, 2 ** 31 - 1),
  );
  signal.addEventListener('abort', kill, { once: true });
  try {
    const end = await ended;
    // What the program left running must not write into the tree while it is read.
    kill();
    endLeftProcesses(runId);
    // One that is not found keeps the pipes open; its output is not waited for.
    const grace = new AbortController();
    const untold = Promise.all(lines);
    await Promise.race([untold, sleep(STREAM_GRACE_MS, undefined, { signal: grace.signal }).catch(() => undefined)]);
    grace.abort();
    for (const stream of streams) stream.destroy();
    const more = (await untold).reduce((sum, count) => sum + count, 0);
    if (more > 0) onLine(`… and ${more} more lines`);
    if (signal.aborted) throw new RunAbortedError(signal.reason);
    return {
      outcome: timedOut ? 'timed-out' : end.signal === null ? 'exited' : 'signalled',
      code: end.code,
      tail: tail.join('\n'),
    };
  } catch (cause) {
    const { code, syscall } = cause as NodeJS.ErrnoException;
    if (!syscall?.startsWith('spawn')) throw cause;
    throw new ModelError('model/failed', `The agent's command ${program} cannot be started (${code ?? 'unknown'})`, {
      field: 'agents',
      remedy: 'Check the command under `agents` in tec.config, and that the program is installed',
      cause,
    });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', kill);
  }
}
