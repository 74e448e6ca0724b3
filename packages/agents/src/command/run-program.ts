import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { ModelError, RunAbortedError } from '@typed-evidence-chain/core';
import { agentEnvironment } from './agent-environment.js';
import { killGroup } from './kill-group.js';

export interface ProgramRequest {
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
const LONGEST_LINE = 400;

/**
 * Runs a program in its own process group until it ends, is out of time or the signal fires; the whole group is gone
 * afterwards. Throws `ModelError` where it cannot be started, `RunAbortedError` after an abort.
 */
export async function runProgram({
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
  const child = spawn(program, args, {
    cwd,
    env: agentEnvironment(process.env, env),
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve, reject) => {
    child.once('error', reject).once('exit', (code, name) => resolve({ code, signal: name }));
  });
  const tail: string[] = [];
  const lines = [child.stdout, child.stderr].map((stream) => {
    const reader = createInterface({ input: stream, crlfDelay: Infinity });
    reader.on('line', (line) => {
      tail.push(line.slice(0, LONGEST_LINE));
      if (tail.length > TAIL_LINES) tail.shift();
      onLine(line.slice(0, LONGEST_LINE));
    });
    return new Promise<void>((resolve) => void reader.once('close', resolve));
  });
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
    await Promise.all(lines);
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
