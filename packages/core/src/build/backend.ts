import type { z } from 'zod';
import type { TecConfig } from '../config/config.js';
import type { BuildProgress } from '../events/chain-events.js';
import type { ChangeSource, Workspace } from '../review/ports/workspace.js';
import type { SessionPorts } from '../review/session.js';
import type { Steps } from '../steps.js';
import type { Task } from '../task/task.js';
import type { TypeBuilder } from './builder.js';
import type { RawSubmission } from './submission.js';
import type { Usage } from './usage.js';

export interface BuildRequest {
  readonly runId: string;
  readonly task: Task;
  /** The routed type. */
  readonly type: string;
  readonly builder: TypeBuilder<unknown>;
  readonly evidence: z.ZodType;
  readonly repository: string;
  readonly base: string | undefined;
  readonly config: TecConfig;
  /** From 1; above 1 the reasons of the last verdict are in `feedback`. */
  readonly round: number;
  readonly feedback: readonly string[];
  /** What the earlier rounds used: the limits of the configuration hold for the whole run. */
  readonly used?: Usage | undefined;
  readonly signal: AbortSignal;
  readonly progress: (progress: BuildProgress) => void;
  readonly workspace: Workspace;
  /** What a builder needs to run tests in the sandbox; the sandbox is probed at the first call. */
  readonly ports: () => Promise<SessionPorts>;
  /** Durable steps below this build: what a model answered is kept, and an interrupted build goes on after it. */
  readonly steps: Steps;
}

/** A change and what its builder says of it. Plain data: it can be stored and read again. */
export interface Built {
  readonly change: { readonly kind: 'patch'; readonly text: string } | { readonly kind: 'head'; readonly ref: string };
  /** undefined: the evidence is taken from the change itself. */
  readonly submission?: RawSubmission | undefined;
  readonly builtBy: string;
  /** Where the submission was read from, for messages. */
  readonly file?: string | undefined;
  /** Tokens, steps, seconds, money: what a model or an agent used. */
  readonly usage?: Usage;
}

/** Produces a change for a task: takes it as handed in, or has a model or an agent make it. */
export interface BuilderBackend {
  readonly name: string;
  /** Whether a further round with feedback makes sense. */
  readonly repeats: boolean;
  readonly build: (request: BuildRequest) => Promise<Built>;
}

export const changeSource = (built: Built): ChangeSource =>
  built.change.kind === 'head'
    ? built.change
    : { kind: 'patch', text: Buffer.from(built.change.text, 'latin1'), file: built.file };
