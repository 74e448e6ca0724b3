import type { Function as FunctionNode } from '@babel/types';
import type { Arg, Scenario, Step } from '../arguments/arg.js';

/** What a name stands for while a test file is read; undefined wherever it is not known. */
export type Known =
  | { readonly is: 'arg'; readonly arg: Arg }
  | { readonly is: 'namespace'; readonly module: string }
  | { readonly is: 'function'; readonly node: FunctionNode; readonly scope: Scope }
  /** What a call of an exported function answered; method calls on it are added to `steps`. */
  | { readonly is: 'answer'; readonly arg: Arg; readonly steps: RecordedStep[]; readonly scenario: RecordedScenario };

export interface RecordedStep extends Step {
  awaited: boolean;
}

export interface RecordedScenario extends Scenario {
  readonly steps: RecordedStep[];
  /** A method call whose arguments are not known: what comes after it is left out. */
  broken: boolean;
}

/** Names of a block, chained to the blocks around it. */
export class Scope {
  private readonly names = new Map<string, Known | undefined>();

  constructor(
    private readonly parent?: Scope,
    readonly depth = 0,
  ) {}

  define(name: string, value: Known | undefined): void {
    this.names.set(name, value);
  }

  assign(name: string, value: Known | undefined): void {
    if (this.names.has(name) || this.parent === undefined) this.names.set(name, value);
    else this.parent.assign(name, value);
  }

  get(name: string): Known | undefined {
    return this.names.has(name) ? this.names.get(name) : this.parent?.get(name);
  }

  has(name: string): boolean {
    return this.names.has(name) || (this.parent?.has(name) ?? false);
  }

  inner(): Scope {
    return new Scope(this, this.depth);
  }

  /** For the body of an inlined function: deeper, so that recursion ends. */
  inlined(): Scope {
    return new Scope(this, this.depth + 1);
  }
}
