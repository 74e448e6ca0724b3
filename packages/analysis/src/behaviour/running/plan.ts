/** What the harness is told; the same calls for both trees, the paths of the modules are those of the side. */
export interface Plan {
  readonly inspect: boolean;
  /** Arguments to make, so that their values can be varied. */
  readonly values: readonly { readonly id: number; readonly args: string }[];
  /** Ids are places in this list, equal on both sides; a side that lacks a module has no entry for its id. */
  readonly modules: readonly { readonly id: number; readonly path: string; readonly commonjs: boolean }[];
  readonly groups: readonly PlanGroup[];
  /** Files, as they are called in the tree that runs, of which the executed lines are wanted. */
  readonly coverage: readonly string[];
  /** Keep a record of what callbacks see as `this`. */
  readonly watchesThis: boolean;
  readonly callMs: number;
  readonly budgetMs: number;
}

export interface PlanGroup {
  readonly budgetMs: number;
  readonly calls: readonly PlanCall[];
}

export interface PlanCall {
  readonly id: number;
  readonly module: number;
  readonly name: string;
  readonly create: boolean;
  readonly args: string;
  /** Change what was given and answered, as a caller may, and look whether that can be seen. */
  readonly probe: boolean;
  readonly steps: readonly {
    readonly method: string | null;
    readonly args: string;
    readonly chained: boolean;
    readonly of?: number;
  }[];
}

/** A value in the tagged form of `assets/behaviour/serialise.mjs`. */
export type Serialised =
  | null
  | boolean
  | number
  | string
  | { readonly $: string; readonly v?: unknown; readonly c?: string | null; /** Frozen. */ readonly f?: boolean };

export interface ThrownError {
  readonly c: string;
  readonly message?: string;
  /** Thrown by the engine itself. */
  readonly native: boolean;
  readonly own?: readonly (readonly [string, Serialised])[];
  readonly value?: Serialised;
}

export type Outcome =
  | { readonly k: 'value'; readonly v: Serialised }
  | { readonly k: 'throw'; readonly e: ThrownError }
  | { readonly k: 'exit'; readonly code: number }
  | { readonly k: 'timeout' | 'pending' | 'args' | 'no-method' | 'absent' | 'lost' };

export type Reads = readonly (readonly [name: string, value: Serialised])[];

export interface CallReport {
  /** Why the arguments could not be made; nothing was called then. */
  readonly args?: Outcome;
  readonly o?: Outcome;
  readonly steps?: readonly Outcome[];
  readonly mutated?: Serialised;
  readonly callbacks?: readonly Serialised[];
  /** How callbacks of the caller and objects that it gave were used, in order. */
  readonly trace?: readonly Serialised[];
  /** Kinds of arguments that callbacks got which only answer something, by callback. */
  readonly asked?: readonly (readonly [callback: string, kinds: readonly string[]])[];
  readonly printed?: string;
  readonly exitCode?: number;
  /** Getters and plain public fields of what was answered, before the first step and after each. */
  readonly reads?: readonly Reads[];
  /** What loops, templates and JSON make of it after the last step. */
  readonly final?: Reads;
  /** Public fields that hold a plain value which the caller gave. */
  readonly given?: readonly string[];
  /** The answer of the same call once more, after a caller changed the first answer; and whether it is the same object. */
  readonly again?: Outcome;
  readonly shared?: boolean;
}

export interface ExportInfo {
  readonly kind: 'function' | 'class' | 'value';
  /** Equal for one function under several names or in several modules. */
  readonly identity?: number;
  readonly methods?: readonly string[];
  /** Public members of a class with what they are (method, getter, setter, value); `static x` for its own ones. */
  readonly members?: readonly (readonly [name: string, kind: string])[];
  /** Identities of the classes that it extends, and the names of those of the language itself. */
  readonly ancestors?: readonly number[];
  readonly natives?: readonly string[];
  readonly value?: Serialised;
}

/** What loading the modules or (with `group`) the calls of one group executed of the file with that place in the plan. */
export interface RecordedLines {
  readonly group?: number;
  readonly file: number;
  readonly lines: Readonly<Record<number, number>>;
}

export interface HarnessReport {
  readonly modules: ReadonlyMap<
    number,
    { readonly error?: string; readonly exports?: Readonly<Record<string, ExportInfo>> }
  >;
  readonly calls: ReadonlyMap<number, CallReport>;
  readonly values: ReadonlyMap<number, readonly Serialised[]>;
  readonly lines: readonly RecordedLines[];
  /** What loading, and then the calls, changed of what all modules share. */
  readonly globals?: readonly string[];
  readonly globalsAtEnd?: readonly string[];
  /** Why the report is not complete; undefined when the harness came to its end. */
  readonly incomplete?: string;
  /** The call that was running when it ended early. */
  readonly lastStarted?: number;
}
