import type { Submission } from '../build/submission.js';
import type { TecConfig } from '../config/config.js';
import type { Task } from '../task/task.js';
import type { FileRoles } from './files/roles.js';
import type { BehaviourComparer } from './ports/behaviour-comparer.js';
import type { CodeAnalysis } from './ports/code-analysis.js';
import type { CommandDiscovery } from './ports/command-discovery.js';
import type { MutationEngine } from './ports/mutation-engine.js';
import type { ReportCache } from './ports/report-cache.js';
import type { SandboxLimits } from './ports/sandbox.js';
import type { TestCommand, TestReport, TestRunner, TestRunRequest } from './ports/test-runner.js';
import type { Tree } from './ports/tree.js';
import type { ReviewTrees } from './ports/workspace.js';
import { dependencyState, type DependencyState } from './trees/dependencies.js';
import { buildEvidenceBase } from './trees/evidence-base.js';
import { buildHeadRun } from './trees/head-run.js';
import { buildHybrid } from './trees/hybrid.js';
import { baseReportKey, cachedBaseReport } from './measure/base-report.js';
import { Limiter } from './measure/limiter.js';
import { Memo } from './measure/memo.js';

export interface SessionPorts {
  readonly runner: TestRunner;
  readonly analysis: CodeAnalysis;
  readonly behaviour: BehaviourComparer;
  readonly discovery: CommandDiscovery;
  /** Without one, no mutants are tried. */
  readonly mutation?: MutationEngine | undefined;
  /** Without one, every review runs the suite of its base. */
  readonly cache?: ReportCache | undefined;
}

/** One execution in the sandbox, for the account of costs. */
export interface RunRecord {
  readonly purpose: string;
  readonly tree: string;
  readonly command: string;
  readonly outcome: string;
  readonly durationMs: number;
  /** Not run: the report of an earlier review of the same base was reused. */
  readonly reused?: boolean;
}

export interface SessionOptions {
  readonly task: Task;
  readonly submission: Submission;
  readonly trees: ReviewTrees;
  readonly config: TecConfig;
  readonly roles: FileRoles;
  readonly ports: SessionPorts;
  readonly signal: AbortSignal;
  /** Files that the evidence names; they are laid over the base. */
  readonly evidenceFiles: readonly string[];
  /** Whether the caller cancelled (as opposed to the review's own time limit). */
  readonly cancelled: () => boolean;
  /** Runs in the sandbox at the same time. */
  readonly parallel: number;
  readonly onRun?: ((record: RunRecord) => void) | undefined;
}

export interface RunOptions {
  readonly purpose: string;
  readonly files?: readonly string[] | undefined;
  readonly coverage?: readonly string[] | undefined;
  readonly coverageOf?: TestRunRequest['coverageOf'];
  readonly timeoutMs?: number | undefined;
  /** What the evidence needs runs first. */
  readonly later?: boolean | undefined;
}

/**
 * What a reviewer works with: the trees of one review and the means to run things in them. Every execution is counted.
 */
export class ReviewSession {
  readonly task: Task;
  readonly submission: Submission;
  readonly trees: ReviewTrees;
  readonly config: TecConfig;
  readonly roles: FileRoles;
  readonly ports: SessionPorts;
  readonly signal: AbortSignal;
  readonly records: RunRecord[] = [];
  private readonly limiter: Limiter;
  private readonly memo = new Memo();

  constructor(private readonly options: SessionOptions) {
    this.task = options.task;
    this.submission = options.submission;
    this.trees = options.trees;
    this.config = options.config;
    this.roles = options.roles;
    this.ports = options.ports;
    this.signal = options.signal;
    this.limiter = new Limiter(options.parallel);
  }

  /** Whether the evidence names a file: as a test, or as a word of its command. */
  namesFile(path: string): boolean {
    return this.options.evidenceFiles.includes(path);
  }

  cancelled(): boolean {
    return this.options.cancelled();
  }

  get limits(): SandboxLimits {
    const { timeoutSeconds, memoryMb, pids, outputMb } = this.config.sandbox;
    return { timeoutMs: timeoutSeconds * 1000, memoryMb, pids, outputMb };
  }

  /** The base with the test files of the patch and the files that the evidence names laid over it. */
  evidenceBase(): Promise<Tree> {
    return this.once('tree:evidence-base', () => buildEvidenceBase(this.trees, this.roles, this.options.evidenceFiles));
  }

  /** The head, run by the rules of the base: its runner configuration, set-up files and package scripts. */
  headRun(): Promise<Tree> {
    return this.once('tree:head-run', () => buildHeadRun(this.trees, this.roles));
  }

  /** The code of the head with every pre-existing test file as it is on the base. */
  hybrid(): Promise<Tree> {
    return this.once('tree:hybrid', async () =>
      buildHybrid(this.trees, this.roles, this.ports.analysis, await this.headRun()),
    );
  }

  /** Whether the installed dependencies fit both sides. */
  dependencies(): Promise<DependencyState> {
    return this.once('dependencies', () => dependencyState(this.trees));
  }

  /** The repository's own test command, as the base has it. */
  testCommand(forFile?: string): Promise<TestCommand | undefined> {
    return this.once(`command:test:${forFile ?? ''}`, () =>
      this.ports.discovery.test({ tree: this.trees.base, configured: this.config.commands.test, forFile }),
    );
  }

  /** Computes something once for the whole review. */
  once<T>(key: string, make: () => Promise<T>): Promise<T> {
    return this.memo.once(key, make);
  }

  /** Runs a test command on a tree. A failing test is a result. */
  async run(tree: Tree, command: TestCommand, options: RunOptions): Promise<TestReport> {
    return this.limiter.run(
      async () => {
        this.signal.throwIfAborted();
        const report = await this.ports.runner.run({
          trees: this.trees,
          tree,
          command: await this.prepared(tree, command),
          limits: { ...this.limits, ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }) },
          network: this.config.sandbox.network,
          signal: this.signal,
          ...(options.files === undefined ? {} : { files: options.files }),
          ...(options.coverage === undefined ? {} : { coverage: options.coverage }),
          ...(options.coverageOf === undefined ? {} : { coverageOf: options.coverageOf }),
        });
        const record: RunRecord = {
          purpose: options.purpose,
          tree: tree.label,
          command: command.text,
          outcome: report.outcome,
          durationMs: report.durationMs,
        };
        this.note(record);
        return report;
      },
      { later: options.later },
    );
  }

  /** The same run again gives the same report: for what is measured once and used by several checks. */
  runOnce(tree: Tree, command: TestCommand, options: RunOptions): Promise<TestReport> {
    const key = [
      'run',
      tree.id,
      command.cwd,
      command.text,
      options.files ?? [],
      options.coverage ?? [],
      options.coverageOf ?? [],
    ];
    return this.once(JSON.stringify(key), () => this.run(tree, command, options));
  }

  /** The repository's own suite or check on the base; an unchanged base is answered from the cache, and the record says so. */
  runOnBase(command: TestCommand, purpose: string): Promise<TestReport> {
    const { cache } = this.ports;
    const { base } = this.trees;
    const options = { purpose, later: true };
    if (!cache) return this.runOnce(base, command, options);
    return this.once(`base:${command.cwd}:${command.text}`, async () => {
      const settings = [this.limits, this.config.sandbox.network, this.config.sandbox.driver];
      const key = await baseReportKey(this.trees, command, settings);
      const { report, reused } = await cachedBaseReport(cache, key, () => this.run(base, command, options));
      if (reused)
        this.note({
          purpose,
          tree: base.label,
          command: command.text,
          outcome: report.outcome,
          durationMs: 0,
          reused: true,
        });
      return report;
    });
  }

  private note(record: RunRecord): void {
    this.records.push(record);
    this.options.onRun?.(record);
  }

  /** Where the patch changes dependencies, `commands.prepare` runs first on the trees that have them. */
  private async prepared(tree: Tree, command: TestCommand): Promise<TestCommand> {
    const state = await this.dependencies();
    const prepare = this.config.commands.prepare;
    if (state.kind === 'unchanged' || prepare === undefined || !(await state.appliesTo(tree))) return command;
    return { ...command, text: `(${prepare}) && ${command.text}` };
  }
}
