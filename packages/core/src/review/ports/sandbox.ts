import type { Tree } from './tree.js';
import type { DependencyFolder } from './workspace.js';

export interface SandboxLimits {
  readonly timeoutMs: number;
  /** For all processes of the run together. */
  readonly memoryMb: number;
  /** Processes and threads at the same time. */
  readonly pids: number;
  /** stdout and stderr together; the run is ended when it prints more. */
  readonly outputMb: number;
}

/** Where things are, as the code inside sees them. The same for every run of a review. */
export interface SandboxPaths {
  readonly tree: string;
  readonly home: string;
  readonly tmp: string;
  /** The extra read-only mounts, by name. */
  readonly mounts: Readonly<Record<string, string>>;
  /** The writable folder for results, where the request has one. */
  readonly out?: string;
}

export interface SandboxRequest {
  readonly tree: Tree;
  readonly dependencies: readonly DependencyFolder[];
  readonly command: (paths: SandboxPaths) => readonly string[];
  /** Added to a small fixed environment; nothing of the host's environment goes in by itself. */
  readonly env?: (paths: SandboxPaths) => Readonly<Record<string, string>>;
  /** Relative to the tree. */
  readonly cwd?: string;
  /** Folders or files of the host shown read-only, by name (letters and digits). */
  readonly mounts?: Readonly<Record<string, string>>;
  /** A folder of the host, bound writable at `paths.out`. */
  readonly out?: string;
  /** Text for stdin; without it stdin is empty. */
  readonly input?: string;
  readonly limits: SandboxLimits;
  readonly network?: boolean;
  /** Called with each piece of stdout or stderr, as it comes. */
  readonly onOutput?: (stream: 'stdout' | 'stderr', chunk: Buffer) => void;
  readonly signal?: AbortSignal | undefined;
}

/** How a run ended, kinds kept apart. A process that fails is a result, not a rejection. */
export type SandboxOutcome =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'signalled'; readonly signal: string }
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'limit'; readonly limit: 'memory' | 'pids' | 'output' }
  | { readonly kind: 'not-started'; readonly reason: string };

export interface SandboxResult {
  readonly outcome: SandboxOutcome;
  /** At most the last part of what was printed; see `truncated`. */
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  readonly truncated: boolean;
  readonly durationMs: number;
}

/** What a sandbox guarantees; everything that is false is named in the report. */
export interface SandboxGuarantees {
  readonly filesystem: boolean;
  readonly network: boolean;
  readonly processes: boolean;
  readonly loopback: boolean;
}

/**
 * Runs one command on a fresh copy of a tree: read-only system, private tmp and HOME, no network, own process tree.
 * All processes of the run are dead before the promise settles. Rejects with `SandboxError` only if the sandbox
 * itself broke, and with `RunAbortedError` when the signal fired.
 */
export interface Sandbox {
  readonly name: string;
  readonly guarantees: SandboxGuarantees;
  readonly run: (request: SandboxRequest) => Promise<SandboxResult>;
}
