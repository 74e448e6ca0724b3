import type { Check } from '../review/check.js';
import type { Classification } from '../route/classification.js';
import type { Task } from '../task/task.js';
import type { VerdictName } from '../verdict/verdict.js';

/** On every event: which run, its place in that run (from 0, without gaps), and when (ISO 8601). */
export interface Stamp {
  readonly runId: string;
  readonly seq: number;
  readonly at: string;
}

/** A step inside the build: a model call, a tool call, tokens used, a test run. */
export interface BuildProgress {
  readonly step: 'model-call' | 'tool-call' | 'tokens' | 'test-run' | 'agent' | 'round' | 'note';
  readonly message: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** Name -> payload. Emitters give the payload; the bus of a run adds the stamp. */
export interface ChainEventPayloads {
  'run.started': { readonly task: Task };
  'task.classified': { readonly classification: Classification };
  'build.started': { readonly type: string; readonly builder: string };
  'build.progress': BuildProgress;
  'build.finished': { readonly type: string; readonly status: string; readonly summary: string };
  'evidence.accepted': { readonly type: string; readonly notes: readonly string[] };
  'evidence.rejected': { readonly type: string; readonly problems: readonly string[] };
  'review.started': { readonly type: string; readonly base: string; readonly patchDigest: string };
  'check.started': { readonly id: string };
  'check.finished': { readonly check: Check };
  'verdict.reached': { readonly verdict: VerdictName; readonly reasons: readonly string[] };
  'run.failed': { readonly code: string; readonly message: string };
  'run.finished': { readonly verdict: VerdictName | null; readonly durationMs: number };
}

export type ChainEventName = keyof ChainEventPayloads;
export type ChainEvent<N extends ChainEventName = ChainEventName> = { [K in N]: Stamp & ChainEventPayloads[K] }[N];
export type ChainListener<N extends ChainEventName> = (event: ChainEvent<N>) => unknown;
export type AnyChainListener = (name: ChainEventName, event: ChainEvent) => unknown;

/** All names, for those who bridge the bus; a test holds the list to the type and to docs/events.md. */
export const CHAIN_EVENT_NAMES = [
  'run.started',
  'task.classified',
  'build.started',
  'build.progress',
  'build.finished',
  'evidence.accepted',
  'evidence.rejected',
  'review.started',
  'check.started',
  'check.finished',
  'verdict.reached',
  'run.failed',
  'run.finished',
] as const satisfies readonly ChainEventName[];
