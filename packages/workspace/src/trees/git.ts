import { ChainError, RunAbortedError, WorkspaceError } from '@typed-evidence-chain/core';
import { execa, type Options } from 'execa';

import { NEUTRAL_CONFIG } from './git-environment.js';

export interface GitSetup {
  readonly env: Readonly<Record<string, string>>;
  /** An existing folder; git is told by arguments where the repository is. */
  readonly cwd: string;
  readonly signal?: AbortSignal | undefined;
}

export interface GitRun {
  readonly exitCode: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

export interface GitInput {
  readonly input?: Buffer | string;
  /** Added to the environment, such as `GIT_INDEX_FILE`. */
  readonly env?: Readonly<Record<string, string>>;
}

// A listing of a million files still fits; without a limit of our own the default of 100 MB would apply.
const MAX_OUTPUT_BYTES = 1_000_000_000;

/** Runs git with a configuration and an environment that nobody else has a say in. */
export class Git {
  constructor(
    private readonly setup: GitSetup,
    private readonly place: readonly string[] = [],
  ) {}

  /** The same git for another repository: `['-C', folder]` or `['--git-dir', folder]`. */
  at(...place: readonly string[]): Git {
    return new Git(this.setup, place);
  }

  /** Any exit code is a result. Throws `WorkspaceError` where git can't be run, `RunAbortedError` after an abort. */
  async run(args: readonly string[], { input, env }: GitInput = {}): Promise<GitRun> {
    this.throwIfAborted();
    const result = await execa('git', this.arguments(args), {
      ...this.options(env),
      encoding: 'buffer',
      maxBuffer: MAX_OUTPUT_BYTES,
      ...(input === undefined ? { stdin: 'ignore' } : { input }),
    });
    this.throwIfAborted();
    if (result.exitCode === undefined) throw failure(args, result.cause ?? result.message, result.code);
    return {
      exitCode: result.exitCode,
      stdout: Buffer.from(result.stdout),
      stderr: Buffer.from(result.stderr).toString('utf8').trim(),
    };
  }

  /** stdout of a command that has to succeed. */
  async output(args: readonly string[], input?: GitInput): Promise<Buffer> {
    const { exitCode, stdout, stderr } = await this.run(args, input);
    if (exitCode !== 0) throw failure(args, stderr);
    return stdout;
  }

  /** stdout without the line end. */
  async text(args: readonly string[], input?: GitInput): Promise<string> {
    return (await this.output(args, input)).toString('utf8').replace(/\n$/u, '');
  }

  /** For a process whose output is a stream: the caller reads it to its end. It is killed on an abort. */
  start(args: readonly string[]) {
    this.throwIfAborted();
    return execa('git', this.arguments(args), {
      ...this.options(),
      encoding: 'buffer',
      buffer: false,
      stdin: 'pipe',
    });
  }

  throwIfAborted(): void {
    const error = this.abortError();
    if (error !== undefined) throw error;
  }

  /** What to throw where the signal has fired. */
  abortError(): ChainError | undefined {
    const { signal } = this.setup;
    if (!signal?.aborted) return undefined;
    return signal.reason instanceof ChainError ? signal.reason : new RunAbortedError(signal.reason);
  }

  private arguments(args: readonly string[]): string[] {
    return [...NEUTRAL_CONFIG, ...this.place, ...args];
  }

  private options(env: Readonly<Record<string, string>> = {}) {
    return {
      cwd: this.setup.cwd,
      env: { ...this.setup.env, ...env },
      extendEnv: false,
      reject: false,
      stripFinalNewline: false,
      // With it execa listens to signals of this process, which belong to the host application.
      cleanup: false,
      ...(this.setup.signal === undefined ? {} : { cancelSignal: this.setup.signal }),
    } as const satisfies Options;
  }
}

/** What to throw when git itself failed. */
export function failure(args: readonly string[], reason: unknown, code?: string): WorkspaceError {
  if (code === 'ENOENT') {
    return new WorkspaceError('workspace/git-missing', 'git was not found', {
      cause: reason,
      remedy: 'Install git 2.38 or newer and see that it is on the PATH',
    });
  }
  const text = reason instanceof Error ? reason.message : String(reason);
  return new WorkspaceError('workspace/git-failed', `git ${args[0] ?? ''} failed: ${text}`, {
    cause: reason,
    details: { arguments: args },
  });
}
