import { randomUUID } from 'node:crypto';
import { changeSource, type BuilderBackend, type Built } from './build/backend.js';
import { fillSubmission } from './build/fill-submission.js';
import type { RawSubmission, Submission } from './build/submission.js';
import { addUsage, reachedLimit, type Usage } from './build/usage.js';
import type { TecConfig } from './config/config.js';
import { ChainError, InputError, RunAbortedError } from './errors/chain-error.js';
import { RunBus, type EventBus } from './events/event-bus.js';
import type { EventJournal } from './events/event-journal.js';
import { parseEvidence } from './evidence/parse-evidence.js';
import type { LoadedPlugin, PluginHost } from './plugin/plugin-host.js';
import type { ChainResult, RoundRecord } from './result/result.js';
import { reportLimits } from './result/limits.js';
import type { Check } from './review/check.js';
import { notRun } from './review/check.js';
import { patchOpened } from './review/checks/patch/opened.js';
import { typeConsistent } from './review/checks/type/consistent.js';
import { COMMON_CHECKS, EvidenceReviewer } from './review/evidence-reviewer.js';
import { FileRoles } from './review/files/roles.js';
import { findSetupFiles } from './review/files/setup-files.js';
import type { Sandbox } from './review/ports/sandbox.js';
import type { OpenResult, ReviewTrees, Workspace } from './review/ports/workspace.js';
import { reviewSignal } from './review/review-signal.js';
import { settledBy } from './review/settled-by.js';
import { ReviewSession, type RunRecord, type SessionPorts } from './review/session.js';
import type { Classification } from './route/classification.js';
import { decidedByHuman, type Router } from './route/route-task.js';
import { StageClock } from './stage-clock.js';
import { noStore, stepsBelow, type Steps } from './steps.js';
import type { Task } from './task/task.js';
import { decideVerdict } from './verdict/decide-verdict.js';

export interface PipelineParts {
  readonly bus: EventBus;
  readonly host: PluginHost;
  readonly router: Router;
  readonly workspace: Workspace;
  readonly sandbox: () => Promise<Sandbox>;
  readonly ports: () => Promise<SessionPorts>;
  readonly parallel: number;
}

export interface RunRequest {
  readonly task: Task;
  readonly repository: string;
  readonly base?: string | undefined;
  readonly backend: BuilderBackend;
  readonly config: TecConfig;
  /** A human's word on the type; overrides task and router. */
  readonly type?: string | undefined;
  readonly rounds?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly runId?: string | undefined;
  readonly steps?: Steps | undefined;
  readonly journal?: EventJournal | undefined;
}

interface Reviewed {
  readonly base: string;
  readonly patchDigest: string;
  readonly checks: readonly Check[];
  readonly evidence: unknown;
  readonly submission: Submission | null;
  readonly runs: readonly RunRecord[];
}

/** One run: task -> route -> build -> evidence -> review -> verdict, an event at each boundary. */
export class Pipeline {
  constructor(private readonly parts: PipelineParts) {}

  async run(request: RunRequest): Promise<ChainResult> {
    const runId = request.runId ?? randomUUID();
    const bus = new RunBus(this.parts.bus, runId, request.journal);
    const started = performance.now();
    bus.emit('run.started', { task: request.task });
    // The sandbox is tried out meanwhile. Whoever needs the ports is told what went wrong with them.
    void this.parts.ports().catch(() => undefined);
    try {
      const result = await this.stages(request, runId, bus, started);
      bus.emit('run.finished', { verdict: result.verdict, durationMs: result.timings.totalMs });
      return result;
    } catch (error) {
      const cause = request.signal?.aborted && !(error instanceof ChainError) ? new RunAbortedError(error) : error;
      bus.emit('run.failed', {
        code: cause instanceof ChainError ? cause.code : 'internal',
        message: (cause as Error).message,
      });
      bus.emit('run.finished', { verdict: null, durationMs: Math.round(performance.now() - started) });
      throw cause;
    }
  }

  private async stages(request: RunRequest, runId: string, bus: RunBus, started: number): Promise<ChainResult> {
    const { config } = request;
    const steps = request.steps ?? noStore;
    const clock = new StageClock();

    let built = request.backend.repeats
      ? undefined
      : await clock.time('build', () => this.build(request, runId, undefined, bus, steps, 1, [], {}));
    const classification = await clock.time('route', () => this.route(request, built, steps)); //          task     -> route
    bus.emit('task.classified', { classification });
    const result = (reviewed: Reviewed, reasons?: readonly string[]): Promise<ChainResult> =>
      this.finish(request, runId, classification, reviewed, clock, started, bus, reasons);
    if (classification.type === null) {
      return result(nothingReviewed, [classification.abstained?.message ?? 'the router abstained']);
    }
    const plugin = this.pluginFor(classification.type);

    let feedback: readonly string[] = [];
    let used: Usage = {};
    const rounds: RoundRecord[] = [];
    for (let round = 1; ; round += 1) {
      const { type } = plugin.plugin;
      bus.emit('build.started', { type, builder: request.backend.name });
      built =
        built ??
        (await clock.time('build', () => this.build(request, runId, plugin, bus, steps, round, feedback, used))); // route -> build
      bus.emit('build.finished', {
        type,
        status: built.submission?.status ?? 'DONE',
        summary: built.submission?.summary ?? '',
      });
      const change = built;
      const reviewed = await clock.time('review', () =>
        // build -> evidence -> review
        steps.step(`review-${round}`, { type, change, config }, () => this.review(request, plugin, change, bus)),
      );
      const { verdict, reasons } = decideVerdict(reviewed.checks); //                                      review   -> verdict
      rounds.push({ round, verdict, reasons, patchDigest: reviewed.patchDigest, usage: change.usage ?? {} });
      used = addUsage(used, change.usage ?? {});
      const limit = reachedLimit(config.models.limits, used);
      // A builder that is blocked lacks something that only a person can give.
      const over =
        limit !== undefined ||
        verdict === 'DONE' ||
        round >= (request.rounds ?? 1) ||
        change.submission?.status === 'BLOCKED';
      if (!request.backend.repeats) return result(reviewed);
      if (limit !== undefined && verdict !== 'DONE' && round < (request.rounds ?? 1))
        bus.emit('build.progress', { step: 'note', message: `there is no further round: ${limit}` });
      if (over) return { ...(await result(reviewed)), rounds };
      bus.emit('build.progress', { step: 'round', message: `round ${round} ends in NEEDS_REVIEW`, data: { reasons } });
      feedback = reasons;
      built = undefined;
    }
  }

  private async route(request: RunRequest, built: Built | undefined, steps: Steps): Promise<Classification> {
    const { task, config } = request;
    const human = request.type ?? task.type;
    if (human !== undefined) {
      this.pluginFor(human);
      return decidedByHuman(human);
    }
    const claim = built?.submission?.type;
    return steps.step('route', { task, claim: claim ?? null }, () =>
      this.parts.router.classify(task, {
        ...(claim === undefined ? {} : { claim }),
        ...(config.router.threshold === undefined ? {} : { threshold: config.router.threshold }),
        ...(request.signal ? { signal: request.signal } : {}),
      }),
    );
  }

  private pluginFor(type: string): LoadedPlugin {
    const plugin = this.parts.host.get(type);
    if (plugin) return plugin;
    const known = this.parts.host.list().map((entry) => entry.plugin.type);
    throw new InputError('input/usage', `No plugin is loaded for the type ${type}`, {
      field: 'type',
      remedy: `Use one of ${known.join(', ')}, or name a plugin for it in tec.config`,
    });
  }

  private async build(
    request: RunRequest,
    runId: string,
    plugin: LoadedPlugin | undefined,
    bus: RunBus,
    steps: Steps,
    round: number,
    feedback: readonly string[],
    used: Usage,
  ): Promise<Built> {
    const { task, repository, base, config, backend } = request;
    // A backend that hands over a finished change does not look at its type.
    const part = plugin ?? this.parts.host.list()[0];
    if (!part) throw new InputError('input/usage', 'No plugin is loaded', { remedy: 'Load at least one plugin' });
    const run = (): Promise<Built> =>
      backend.build({
        runId,
        task,
        type: part.plugin.type,
        builder: part.builder,
        evidence: part.plugin.evidence,
        repository,
        base,
        config,
        round,
        feedback,
        used,
        signal: request.signal ?? new AbortController().signal,
        progress: (progress) => bus.emit('build.progress', progress),
        workspace: this.parts.workspace,
        ports: this.parts.ports,
        steps: stepsBelow(steps, `build-${round}`),
      });
    return steps.step(`build-${round}`, { task, type: plugin?.plugin.type ?? null, round, feedback }, run);
  }

  private async review(request: RunRequest, plugin: LoadedPlugin, built: Built, bus: RunBus): Promise<Reviewed> {
    const { config } = request;
    const opened = await this.parts.workspace.open({
      repository: request.repository,
      base: request.base,
      change: changeSource(built),
      maxPatchBytes: config.review.maxPatchMb * 1e6,
      signal: request.signal,
    });
    const trees = opened.kind === 'opened' ? opened.trees : undefined;
    try {
      return await this.reviewOpened(request, plugin, built, opened, bus);
    } finally {
      await trees?.close();
    }
  }

  private async reviewOpened(
    request: RunRequest,
    plugin: LoadedPlugin,
    built: Built,
    opened: OpenResult,
    bus: RunBus,
  ): Promise<Reviewed> {
    const { type } = plugin.plugin;
    const announce = (check: Check): Check => {
      bus.emit('check.started', { id: check.id });
      bus.emit('check.finished', { check });
      return check;
    };
    const trees = opened.kind === 'opened' ? opened.trees : undefined;
    const base = opened.kind === 'opened' ? opened.trees.baseCommit : opened.baseCommit;
    const patchDigest = opened.kind === 'opened' ? opened.trees.patch.digest : opened.digest;
    const roles = trees
      ? new FileRoles(request.config.review.testFiles, await findSetupFiles(trees.base))
      : new FileRoles();
    const { raw, notes } = await this.submissionOf(request, plugin, built, trees, roles);
    const mismatch = raw !== undefined && raw.type !== type;
    const said = raw !== undefined && raw.status !== 'DONE';
    const evidence = raw === undefined || mismatch || said ? null : this.accept(plugin, raw, notes, built, bus);
    const submission: Submission | null =
      raw === undefined ? null : { ...raw, evidence, builtBy: built.builtBy, notes };
    bus.emit('review.started', { type, base, patchDigest });

    const first = patchOpened(opened).map(announce);
    const rest = (reason: string, given: readonly Check[] = []): readonly Check[] => {
      const known = new Set([...first, ...given].map((check) => check.id));
      const ids = [...COMMON_CHECKS, ...plugin.reviewer.checks].filter((id) => !known.has(id));
      const advice = (plugin.reviewer.advice?.checks ?? []).map((id) => notRun(id, reason, { blocking: false }));
      return [...first, ...given, ...[...ids.map((id) => notRun(id, reason)), ...advice].map(announce)];
    };
    const outcome = (checks: readonly Check[], runs: readonly RunRecord[] = []): Reviewed => ({
      base,
      patchDigest,
      checks,
      evidence,
      submission,
      runs,
    });

    if (raw !== undefined && said)
      return outcome(rest(`the builder itself says ${raw.status}: ${raw.summary || 'no reason given'}`));
    if (raw !== undefined && mismatch)
      return outcome(rest('the submission is of another type', [announce(typeConsistent(type, raw.type, []))]));
    if (!trees || !submission) return outcome(rest('the patch could not be applied'));
    const session = await this.session(request, plugin, submission, evidence, trees, roles);
    const reviewer = new EvidenceReviewer({
      started: (id) => bus.emit('check.started', { id }),
      finished: (check) => bus.emit('check.finished', { check }),
    });
    const checks = await reviewer.review(plugin, evidence, session);
    return outcome([...first, ...checks], session.records);
  }

  /** The submission as handed in, or filled from the change. */
  private async submissionOf(
    request: RunRequest,
    plugin: LoadedPlugin,
    built: Built,
    trees: ReviewTrees | undefined,
    roles: FileRoles,
  ): Promise<{ raw: RawSubmission | undefined; notes: readonly string[] }> {
    if (built.submission) return { raw: built.submission, notes: [] };
    if (!trees) return { raw: undefined, notes: [] };
    const { analysis } = await this.parts.ports();
    const filled = await settledBy(
      reviewSignal(request.config, request.signal),
      fillSubmission(plugin.plugin.type, request.task, plugin.builder, trees, roles, analysis),
    );
    return { raw: filled.submission, notes: filled.notes };
  }

  private accept(
    plugin: LoadedPlugin,
    raw: RawSubmission,
    notes: readonly string[],
    built: Built,
    bus: RunBus,
  ): unknown {
    const { type } = plugin.plugin;
    try {
      const evidence = parseEvidence(plugin.plugin, raw.evidence, built.file);
      bus.emit('evidence.accepted', { type, notes });
      return evidence;
    } catch (error) {
      bus.emit('evidence.rejected', { type, problems: [(error as Error).message] });
      throw error;
    }
  }

  private async session(
    request: RunRequest,
    plugin: LoadedPlugin,
    submission: Submission,
    evidence: unknown,
    trees: ReviewTrees,
    roles: FileRoles,
  ): Promise<ReviewSession> {
    return new ReviewSession({
      task: request.task,
      submission,
      trees,
      config: request.config,
      roles,
      ports: await this.parts.ports(),
      signal: reviewSignal(request.config, request.signal),
      cancelled: () => request.signal?.aborted ?? false,
      evidenceFiles: plugin.reviewer.evidenceFiles?.(evidence) ?? [],
      parallel: this.parts.parallel,
    });
  }

  private async finish(
    request: RunRequest,
    runId: string,
    classification: Classification,
    reviewed: Reviewed,
    clock: StageClock,
    started: number,
    bus: RunBus,
    given?: readonly string[],
  ): Promise<ChainResult> {
    // A cancelled run gives no verdict, wherever the signal found it.
    if (request.signal?.aborted) throw new RunAbortedError(request.signal.reason);
    const decided = decideVerdict(reviewed.checks);
    const reasons = given ?? decided.reasons;
    const verdict = given ? 'NEEDS_REVIEW' : decided.verdict;
    bus.emit('verdict.reached', { verdict, reasons });
    const { submission } = reviewed;
    return {
      schema: 'tec/result/v1',
      runId,
      task: request.task,
      base: reviewed.base,
      patchDigest: reviewed.patchDigest,
      classification,
      checks: reviewed.checks,
      verdict,
      reasons,
      timings: { totalMs: Math.round(performance.now() - started), stages: clock.stages, runs: reviewed.runs },
      type: classification.type,
      evidence: reviewed.evidence,
      submission: submission && {
        status: submission.status,
        summary: submission.summary,
        builtBy: submission.builtBy,
        notes: submission.notes,
        acCoverage: submission.acCoverage,
      },
      sandbox: await this.describeSandbox(reviewed.runs.length > 0),
      limits: reportLimits(request.config),
    };
  }

  private async describeSandbox(used: boolean): Promise<ChainResult['sandbox']> {
    if (!used) return { driver: 'unused', isolated: true, notes: ['nothing was executed'] };
    const { name, guarantees } = await this.parts.sandbox();
    const lacking = Object.entries(guarantees)
      .filter(([, holds]) => !holds)
      .map(([what]) => `no isolation of: ${what}`);
    return {
      driver: name,
      isolated: guarantees.filesystem && guarantees.network && guarantees.processes,
      notes: lacking,
    };
  }
}

const nothingReviewed: Reviewed = { base: '', patchDigest: '', checks: [], evidence: null, submission: null, runs: [] };
