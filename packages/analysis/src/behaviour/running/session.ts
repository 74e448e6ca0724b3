import type { DependencyFolder, Sandbox, SandboxLimits } from '@typed-evidence-chain/core';
import type { Scenario } from '../arguments/arg.js';
import type { HarnessReport, Plan, PlanCall, PlanGroup } from './plan.js';
import { printArgs, type Printer } from '../arguments/print-arg.js';
import { runHarness } from './run-harness.js';
import type { Language, RunnableTree } from '../code-base.js';
import type { Module } from '../targets.js';

export interface SessionOptions {
  readonly language: Language;
  readonly sandbox: Sandbox;
  readonly dependencies: readonly DependencyFolder[];
  readonly scratch: string;
  readonly limits: SandboxLimits;
  readonly watchesThis: boolean;
  readonly signal?: AbortSignal | undefined;
}

const CALL_MS = 600;
const BUDGET_MS = 5000;
const MAX_RUN_MS = 20_000;

/** Runs the same plan in both trees. */
export class Session {
  private readonly ids: ReadonlyMap<string, number>;
  private readonly printer: Printer;

  constructor(
    private readonly sides: { readonly base: RunnableTree; readonly head: RunnableTree },
    private readonly modules: readonly Module[],
    private readonly options: SessionOptions,
  ) {
    this.ids = new Map(modules.map((module, index) => [module.key, index]));
    this.printer = options.language.printer((key) => this.idOf(key));
  }

  idOf(key: string): number {
    return this.ids.get(key) ?? -1;
  }

  planCall(id: number, scenario: Scenario, probe = false): PlanCall {
    return {
      id,
      module: this.idOf(scenario.target.module),
      name: scenario.target.name,
      create: scenario.create,
      args: printArgs(scenario.args, this.printer),
      probe,
      steps: scenario.steps.map((step) => ({
        method: step.method,
        args: printArgs(step.args, this.printer),
        chained: step.chained === true,
        ...(step.of === undefined ? {} : { of: step.of }),
      })),
    };
  }

  /** What the modules export, and the values of the arguments that scenarios make by calls. */
  inspect(side: 'base' | 'head', scenarios: readonly Scenario[]): Promise<HarnessReport> {
    const values = scenarios.map((scenario, id) => ({ id, args: printArgs(scenario.args, this.printer) }));
    return this.run(side, { inspect: true, groups: [], values });
  }

  /** Both sides at the same time; neither run sees what the other one does. */
  async call(
    groups: readonly PlanGroup[],
    coverage: { readonly base: readonly string[]; readonly head: readonly string[] } = { base: [], head: [] },
  ): Promise<{ base: HarnessReport[]; head: HarnessReport[] }> {
    const part = { inspect: false, groups, values: [] };
    const [base, head] = await Promise.all([
      this.run('base', part, coverage.base),
      this.run('head', part, coverage.head),
    ]);
    return { base: [base], head: [head] };
  }

  private run(
    side: 'base' | 'head',
    part: Pick<Plan, 'inspect' | 'groups' | 'values'>,
    covered: readonly string[] = [],
  ): Promise<HarnessReport> {
    const { language, sandbox, dependencies, scratch, limits, watchesThis, signal } = this.options;
    const { tree, locate } = this.sides[side];
    const modules = this.modules.flatMap((module, id) => {
      const path = module[side];
      const place = path === undefined ? undefined : locate(path);
      return place === undefined ? [] : [{ id, ...place }];
    });
    const coverage = covered.map((path) => locate(path)?.path ?? path);
    const plan: Plan = { ...part, modules, coverage, watchesThis, callMs: CALL_MS, budgetMs: BUDGET_MS };
    const timeoutMs = Math.min(limits.timeoutMs, MAX_RUN_MS);
    return runHarness({
      sandbox,
      tree,
      dependencies,
      scratch,
      plan,
      limits: { ...limits, timeoutMs },
      language: language.name,
      signal,
    });
  }
}
