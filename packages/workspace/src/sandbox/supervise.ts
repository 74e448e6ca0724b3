import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { RunAbortedError, type SandboxLimits, type SandboxRequest } from '@typed-evidence-chain/core';
import { TailBuffer } from './tail-buffer.js';

/** A limit that was reached. */
export type Breach = 'memory' | 'pids' | 'output';

export interface Job {
  readonly argv: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Whether file descriptor 3 is a pipe to tec, on which the stages of a sandbox tell how far they came. */
  readonly stages: boolean;
  /** Given to the process on file descriptor 4; only with `stages`. */
  readonly args?: Buffer;
  readonly request: Pick<SandboxRequest, 'input' | 'onOutput' | 'signal'>;
  readonly limits: SandboxLimits;
  /**
   * Ends every process of the run; called again while the run goes on. `status` is what came on file descriptor 3.
   */
  readonly kill: (pid: number, status: string) => void;
  /** Looks at the run from outside, about ten times a second. */
  readonly sample: (pid: number) => Breach | undefined;
  /** After the process has ended: ends what is left of the run. `status` reads file descriptor 3 so far. */
  readonly settle: (pid: number, status: () => string) => Promise<void>;
}

export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  /** Why tec ended the run; undefined when it ended by itself. */
  readonly stopped: 'timed-out' | Breach | undefined;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  readonly truncated: boolean;
  /** What was written to file descriptor 3. */
  readonly status: string;
  readonly durationMs: number;
}

const KEPT_BYTES = 256 * 1024;
const SAMPLE_MS = 100;
const KILL_AGAIN_MS = 500;
/** How long pipes may stay open after every process that is known of is dead. */
const DRAIN_MS = 1000;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Runs a process until it ends, is out of time, goes over a limit, or the signal fires. Memory of tec stays flat
 * whatever is printed. Rejects with `RunAbortedError`, with the error of `spawn`, or with what a callback threw.
 */
export async function supervise(job: Job): Promise<Ended> {
  const { signal, onOutput, input } = job.request;
  if (signal?.aborted) throw new RunAbortedError(signal.reason);

  const started = performance.now();
  const child = spawn(job.argv[0], job.argv.slice(1), {
    env: job.env,
    ...(job.cwd === undefined ? {} : { cwd: job.cwd }),
    detached: true,
    stdio: [
      input === undefined ? 'ignore' : 'pipe',
      'pipe',
      'pipe',
      ...(job.stages ? ['pipe' as const] : []),
      ...(job.args === undefined ? [] : ['pipe' as const]),
    ],
  });
  const ended = waitForEnd(child);
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve).once('error', reject);
  });
  const pid = child.pid as number;

  let stopped: Ended['stopped'];
  let failure: unknown;
  let stopping = false;
  let over = false;
  const killers: NodeJS.Timeout[] = [];
  const status = new TailBuffer(KEPT_BYTES);
  const statusText = (): string => status.tail().toString('utf8');
  const stop = (): void => {
    if (stopping || over) return;
    stopping = true;
    const kill = (): void => attempt(() => job.kill(pid, statusText()));
    kill();
    killers.push(setInterval(kill, KILL_AGAIN_MS));
  };
  /** A callback that throws ends the run, and the run rejects with it. */
  const attempt = <T>(task: () => T): T | undefined => {
    try {
      return task();
    } catch (error) {
      failure ??= error;
      stop();
      return undefined;
    }
  };
  const breach = (cause: NonNullable<Ended['stopped']>): void => {
    if (!stopping) stopped = cause;
    stop();
  };

  const budget = job.limits.outputMb * 1024 * 1024;
  let printed = 0;
  const listen = (name: 'stdout' | 'stderr', stream: Readable): TailBuffer => {
    const tail = new TailBuffer(KEPT_BYTES);
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.length;
      // What comes after the limit is read, so that the pipe drains, and dropped.
      if (stopped === 'output') return;
      tail.push(chunk);
      attempt(() => onOutput?.(name, chunk));
      if (printed > budget) breach('output');
    });
    return tail;
  };
  const stdout = listen('stdout', child.stdout as Readable);
  const stderr = listen('stderr', child.stderr as Readable);
  if (job.stages) (child.stdio[3] as Readable).on('data', (chunk: Buffer) => status.push(chunk));
  // A process may end without reading what it is given: what it does with its input is its own business.
  feed(child.stdio[0] as Writable | null, input);
  feed((child.stdio as readonly unknown[])[4] as Writable | undefined, job.args);

  const timer = setTimeout(() => breach('timed-out'), Math.min(job.limits.timeoutMs, LONGEST_TIMER_MS));
  const sampler = setInterval(() => {
    const found = stopping ? undefined : attempt(() => job.sample(pid));
    if (found !== undefined) breach(found);
  }, SAMPLE_MS);
  const onAbort = (): void => stop();
  signal?.addEventListener('abort', onAbort, { once: true });

  try {
    const { code, signal: endSignal } = await ended.exit;
    // From here on its id may belong to somebody else.
    clearInterval(sampler);
    for (const killer of killers) clearInterval(killer);
    over = true;
    await job.settle(pid, statusText);
    const open = await Promise.race([ended.closed.then(() => false), sleep(DRAIN_MS, true, { ref: false })]);
    if (open) for (const stream of child.stdio) stream?.destroy();
    if (signal?.aborted) throw new RunAbortedError(signal.reason);
    if (failure !== undefined) throw failure;
    return {
      code,
      signal: endSignal,
      stopped,
      stdout: stdout.tail(),
      stderr: stderr.tail(),
      truncated: stdout.truncated || stderr.truncated || stopped === 'output',
      status: statusText(),
      durationMs: performance.now() - started,
    };
  } finally {
    clearTimeout(timer);
    clearInterval(sampler);
    for (const killer of killers) clearInterval(killer);
    signal?.removeEventListener('abort', onAbort);
  }
}

function waitForEnd(child: ChildProcess): {
  readonly exit: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  readonly closed: Promise<void>;
} {
  return {
    exit: new Promise((resolve) => child.once('exit', (code, signal) => resolve({ code, signal }))),
    closed: new Promise((resolve) => child.once('close', () => resolve())),
  };
}

function feed(stream: Writable | null | undefined, data: string | Buffer | undefined): void {
  if (stream === null || stream === undefined || data === undefined) return;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // The other end is closed; anything else is told by how the process ends.
    if (error.code !== 'EPIPE' && error.code !== 'ECONNRESET') stream.destroy();
  });
  stream.end(data);
}
