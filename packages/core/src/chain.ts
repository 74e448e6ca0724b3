import type { Container } from 'inversify';
import type { z } from 'zod';
import { submissionBackend } from './build/submission-backend.js';
import type { BuilderBackend } from './build/backend.js';
import type { RawSubmission } from './build/submission.js';
import { configSchema, type TecConfigInput } from './config/config.js';
import { Tokens } from './container/tokens.js';
import type { AnyChainListener, ChainEventName, ChainListener } from './events/chain-events.js';
import type { EventBus, Unsubscribe } from './events/event-bus.js';
import type { EventJournal } from './events/event-journal.js';
import { Pipeline } from './pipeline.js';
import type { AnyPlugin } from './plugin/change-plugin.js';
import type { LoadedPlugin, PluginHost } from './plugin/plugin-host.js';
import type { ChainResult } from './result/result.js';
import { Limiter } from './review/measure/limiter.js';
import type { Steps } from './steps.js';
import { normaliseTask, taskSchema, type Task } from './task/task.js';
import { validate } from './documents/validate.js';
import type { Router } from './route/route-task.js';

/** The change to review: a patch text, or a ref of the repository. */
export type GivenChange = { readonly patch: string | Buffer } | { readonly head: string };

export interface ChainRunOptions {
  readonly repository: string;
  /** A ref; default HEAD, or the merge base of HEAD and `head`. */
  readonly base?: string;
  /** A finished change; or `builder`, which makes one. */
  readonly change?: GivenChange;
  readonly submission?: RawSubmission;
  readonly builder?: BuilderBackend;
  readonly config?: TecConfigInput;
  /** A human's word on the type. */
  readonly type?: string;
  readonly rounds?: number;
  readonly signal?: AbortSignal;
  readonly runId?: string;
  readonly steps?: Steps;
  /** The record of events of a run that may be resumed. */
  readonly journal?: EventJournal;
}

type ResultOf<P> = P extends { readonly type: infer T extends string; readonly evidence: infer S extends z.ZodType }
  ? ChainResult<T, z.output<S>>
  : never;

/** The result of a chain, narrowed by the plugins given: after checking `type`, `evidence` has its type. */
export type ResultFor<P extends readonly unknown[]> =
  (ResultOf<P[number]> & { readonly type: string }) | (ChainResult<never, never> & { readonly type: null });

export type TaskInput = z.input<typeof taskSchema>;

/** A composed chain. It has no global state: two chains in one process do not meet. */
export class Chain<P extends readonly unknown[] = readonly AnyPlugin[]> {
  private readonly bus: EventBus;
  private readonly queue: Limiter;

  constructor(
    private readonly container: Container,
    private readonly host: PluginHost,
    private readonly router: Router,
    private readonly options: { readonly parallelRuns: number; readonly parallelSandboxes: number },
  ) {
    this.bus = container.get<EventBus>(Tokens.EventBus);
    this.queue = new Limiter(options.parallelRuns);
  }

  /** Runs one task. Rejects with a `ChainError`: exit code 2 for bad input, 3 where the machine failed. */
  run(task: Task | TaskInput, options: ChainRunOptions): Promise<ResultFor<P>> {
    return this.queue.run(
      async () => {
        const backend = await this.backendFor(options);
        const result = await this.pipeline().run({
          task: normaliseTask(validate(taskSchema, task, 'task', {})),
          repository: options.repository,
          base: options.base,
          backend,
          config: validate(configSchema, options.config ?? {}, 'config', { code: 'config/invalid' }),
          type: options.type,
          rounds: options.rounds,
          signal: options.signal,
          runId: options.runId,
          steps: options.steps,
          journal: options.journal,
        });
        return result as unknown as ResultFor<P>;
      },
      { signal: options.signal },
    );
  }

  /** Returns its own unsubscribe function. A listener that throws never harms a run. */
  on<N extends ChainEventName>(name: N, listener: ChainListener<N>): Unsubscribe {
    return this.bus.on(name, listener);
  }

  onAny(listener: AnyChainListener): Unsubscribe {
    return this.bus.onAny(listener);
  }

  /** Waits for listeners that returned a promise. */
  settled(): Promise<void> {
    return this.bus.settled();
  }

  plugins(): readonly LoadedPlugin[] {
    return this.host.list();
  }

  private async backendFor({ builder, change, submission }: ChainRunOptions): Promise<BuilderBackend> {
    if (builder) return builder;
    if (change === undefined && submission === undefined && this.container.isBound(Tokens.BuilderBackend))
      return this.container.getAsync(Tokens.BuilderBackend);
    return submissionBackend({ change: changeOf(change), submission });
  }

  private pipeline(): Pipeline {
    const { container } = this;
    return new Pipeline({
      bus: this.bus,
      host: this.host,
      router: this.router,
      workspace: container.get(Tokens.Workspace),
      sandbox: () => container.getAsync(Tokens.Sandbox),
      ports: async () => ({
        runner: await container.getAsync(Tokens.TestRunner),
        analysis: await container.getAsync(Tokens.CodeAnalysis),
        behaviour: await container.getAsync(Tokens.BehaviourComparer),
        discovery: await container.getAsync(Tokens.CommandDiscovery),
        mutation: container.isBound(Tokens.MutationEngine)
          ? await container.getAsync(Tokens.MutationEngine)
          : undefined,
        cache: container.isBound(Tokens.ReportCache) ? await container.getAsync(Tokens.ReportCache) : undefined,
      }),
      parallel: this.options.parallelSandboxes,
    });
  }
}

function changeOf(change: GivenChange | undefined): { kind: 'patch'; text: string } | { kind: 'head'; ref: string } {
  if (change === undefined) return { kind: 'patch', text: '' };
  if ('head' in change) return { kind: 'head', ref: change.head };
  return { kind: 'patch', text: Buffer.from(change.patch).toString('latin1') };
}
