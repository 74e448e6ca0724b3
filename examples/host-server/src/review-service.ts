import { randomUUID } from 'node:crypto';
import { keepEvents, type EventHistory } from '@typed-evidence-chain/bridges';
import { createChain } from '@typed-evidence-chain/chain';
import { ChainError, submissionSchema, taskSchema, validate, type ChainResult } from '@typed-evidence-chain/core';

/** What a client asks for. Repositories are named: a client never says where something is on this machine. */
export interface ReviewRequest {
  readonly repository: string;
  readonly task: unknown;
  readonly patch: string;
  readonly submission?: unknown;
}

export type RunState =
  | { readonly state: 'running' }
  | { readonly state: 'finished'; readonly result: ChainResult }
  | {
      readonly state: 'failed';
      readonly error: { readonly code: string; readonly message: string; readonly remedy: string | undefined };
    };

type HostChain = ReturnType<typeof createChain>;

const KEPT_RUNS = 100;

/** The chain of this host, and what it remembers of its last runs. */
export class ReviewService {
  readonly history: EventHistory;
  private readonly runs = new Map<string, RunState>();
  private readonly running = new Map<string, { readonly controller: AbortController; readonly over: Promise<void> }>();

  constructor(
    private readonly repositories: ReadonlyMap<string, string>,
    readonly chain: HostChain = createChain({ concurrency: 2 }),
  ) {
    this.history = keepEvents(chain, { maxRuns: KEPT_RUNS });
  }

  names(): readonly string[] {
    return [...this.repositories.keys()];
  }

  /** Starts a run and returns its id at once. Throws `InputError` for a task or a submission of the wrong shape. */
  start(request: ReviewRequest): string | undefined {
    const repository = this.repositories.get(request.repository);
    if (repository === undefined) return undefined;
    const task = validate(taskSchema, request.task, 'task', {});
    const given = request.submission ?? undefined;
    const submission = given === undefined ? {} : { submission: validate(submissionSchema, given, 'submission', {}) };
    const runId = randomUUID();
    const controller = new AbortController();
    this.remember(runId, { state: 'running' });
    const over = this.chain
      .run(task, { repository, change: { patch: request.patch }, ...submission, runId, signal: controller.signal })
      .then(
        (result) => this.remember(runId, { state: 'finished', result: result as ChainResult }),
        (error: unknown) => this.remember(runId, failure(error)),
      )
      .finally(() => this.running.delete(runId));
    this.running.set(runId, { controller, over });
    return runId;
  }

  state(runId: string): RunState | undefined {
    return this.runs.get(runId);
  }

  /** Settles when the run is over, started or not; undefined where it is over already. */
  over(runId: string): Promise<void> | undefined {
    return this.running.get(runId)?.over;
  }

  cancel(runId: string): boolean {
    const run = this.running.get(runId);
    run?.controller.abort();
    return run !== undefined;
  }

  /** Cancels what runs and waits until nothing of it is left. */
  async close(): Promise<void> {
    const open = [...this.running.values()];
    for (const { controller } of open) controller.abort();
    await Promise.all(open.map(({ over }) => over));
    this.history.stop();
  }

  private remember(runId: string, state: RunState): void {
    this.runs.set(runId, state);
    for (const [oldest, { state: of }] of this.runs) {
      if (this.runs.size <= KEPT_RUNS) break;
      if (of !== 'running') this.runs.delete(oldest);
    }
  }
}

function failure(error: unknown): RunState {
  if (error instanceof ChainError)
    return { state: 'failed', error: { code: error.code, message: error.message, remedy: error.remedy } };
  return { state: 'failed', error: { code: 'internal', message: (error as Error).message, remedy: undefined } };
}
