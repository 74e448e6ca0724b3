import type { DependencyFolder, Sandbox, SandboxLimits } from '@typed-evidence-chain/core';
import type { Ref, Scenario } from './arg.js';
import type { HarnessReport, Plan, PlanCall, PlanGroup } from './plan.js';
import { jsPrinter, printArgs, type Printer } from './print-arg.js';
import { runHarness } from './run-harness.js';
import type { Side } from './side.js';
import type { Module } from './targets.js';

export interface SessionOptions {
  readonly sandbox: Sandbox;
  readonly dependencies: readonly DependencyFolder[];
  readonly scratch: string;
  readonly limits: SandboxLimits;
  readonly signal?: AbortSignal | undefined;
}

const CALL_MS = 600;
const BUDGET_MS = 5000;

/** Runs the same plan in both trees. */
export class Session {
  private readonly ids: ReadonlyMap<string, number>;
  private readonly printer: Printer;

  constructor(
    private readonly sides: { readonly base: Side; readonly head: Side },
    private readonly modules: readonly Module[],
    private readonly options: SessionOptions,
  ) {
    this.ids = new Map(modules.map((module, index) => [module.key, index]));
    this.printer = jsPrinter((ref) => this.reach(ref));
  }

  idOf(key: string): number {
    return this.ids.get(key) ?? -1;
  }

  private reach(ref: Ref): string {
    const path = ref.name.split('.').map((part) => `[${JSON.stringify(part)}]`);
    return `$m[${this.idOf(ref.module)}]${path.join('')}`;
  }

  planCall(id: number, scenario: Scenario): PlanCall {
    return {
      id,
      module: this.idOf(scenario.target.module),
      name: scenario.target.name,
      create: scenario.create,
      args: printArgs(scenario.args, this.printer),
      steps: scenario.steps.map((step) => ({
        method: step.method,
        args: printArgs(step.args, this.printer),
        chained: step.chained === true,
      })),
    };
  }

  /** What the modules export, and the values of the arguments that scenarios make by calls. */
  inspect(side: 'base' | 'head', scenarios: readonly Scenario[]): Promise<HarnessReport> {
    const values = scenarios.map((scenario, id) => ({ id, args: printArgs(scenario.args, this.printer) }));
    return this.run(this.sides[side], { inspect: true, groups: [], values });
  }

  /** Both sides at the same time; neither run sees what the other one does. */
  async call(groups: readonly PlanGroup[]): Promise<{ base: HarnessReport[]; head: HarnessReport[] }> {
    const part = { inspect: false, groups, values: [] };
    const [base, head] = await Promise.all([this.run(this.sides.base, part), this.run(this.sides.head, part)]);
    return { base: [base], head: [head] };
  }

  private run(side: Side, part: Pick<Plan, 'inspect' | 'groups' | 'values'>): Promise<HarnessReport> {
    const { sandbox, dependencies, scratch, limits, signal } = this.options;
    const modules = this.modules.flatMap((module, id) => {
      const path = module[side.name];
      if (path === undefined || side.transpiled.failed.has(path)) return [];
      const runnable = side.transpiled.runnable.get(path) ?? path;
      return [{ id, path: runnable, commonjs: side.transpiled.commonJs.has(path) }];
    });
    const plan: Plan = { ...part, modules, callMs: CALL_MS, budgetMs: BUDGET_MS };
    return runHarness({
      sandbox,
      tree: side.tree,
      dependencies,
      scratch,
      plan,
      limits,
      language: 'javascript',
      signal,
    });
  }
}
