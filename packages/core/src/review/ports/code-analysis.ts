/** What a line of a source file is made of, strongest meaning first. */
export type LineKind =
  | 'code'
  /** The first lines of a function, class or method, up to its body: they are run by loading alone. */
  | 'declaration'
  | 'type'
  /** Wiring of modules: import, require, export lists, `module.exports = { a, b }`; re-exports are 'export'. */
  | 'import'
  | 'export'
  | 'punctuation'
  | 'comment'
  | 'blank'
  | 'text';

/** How a member of a class is used. `unknown`: a value that is known only at run time. */
export type MemberKind = 'method' | 'static method' | 'getter' | 'setter' | 'accessor' | 'field' | 'unknown';

export interface ClassInterface {
  /** Names of the classes that it extends, without the module that they come from. */
  readonly parents: readonly string[];
  /** Public members; static ones of JavaScript are called `static name`. */
  readonly members: Readonly<Record<string, MemberKind>>;
  /** Further members or parents may come at run time: mixins, `Object.assign(this, …)`, `__getattr__`. */
  readonly open: boolean;
}

/** One parameter of a Python function, and how an argument can be given for it. */
export interface CallParameter {
  readonly name: string;
  /** `rest`: `*args`; `keywords`: `**kwargs`. */
  readonly how: 'position' | 'either' | 'keyword' | 'rest' | 'keywords';
  readonly optional: boolean;
}

/** What a module offers to others, by name. */
export interface ModuleInterface {
  /** Exported names; `default`; `* from ./x` for a re-export of everything. */
  readonly exports: readonly string[];
  /** For each exported function or class: how it can be called, as text that changes when the signature does. */
  readonly signatures: Readonly<Record<string, string>>;
  /**
   * Every name through which a caller can reach something: exports, methods, properties of exported objects,
   * parameters and destructured option keys.
   */
  readonly names: readonly string[];
  /** Exported types of TypeScript, `* from ./x` too; a name that is a value as well is in `exports`. */
  readonly types?: readonly string[];
  /** Classes of the module by the name that they are declared or exported under, those that are not exported too. */
  readonly classes?: Readonly<Record<string, ClassInterface>>;
  /** Python only: parameters of functions (`f`) and public methods (`A.m`, `A.__init__`), without `self` and `cls`. */
  readonly parameters?: Readonly<Record<string, readonly CallParameter[]>>;
}

export interface TestCase {
  /** Full title, joined by one space; template parts that are computed are written as `*`. */
  readonly title: string;
  readonly line: number;
  readonly endLine: number;
  /** `skip`, `only`, `todo`, `fails`, `retry`, … */
  readonly markers: readonly string[];
  /** Normalised text of each assertion, in order (formatting and comments do not matter). */
  readonly assertions: readonly string[];
  /** Normalised text of the whole body. */
  readonly body: string;
}

/** What a test file claims. */
export interface TestSurface {
  readonly cases: readonly TestCase[];
  /** Normalised text of what is outside of the test cases (hooks, helpers, constants), without imports. */
  readonly shared: string;
  /** Markers on groups or on the file, and suppressions: `only`, `skip`, `ts-nocheck`, `istanbul-ignore`, … */
  readonly markers: readonly string[];
}

/** A statement outside of every function; the attributes of a class are statements of their own where they can be. */
export interface ModuleStatement {
  readonly fromLine: number;
  readonly toLine: number;
  /** Names that it gives a value or changes; `default` and the file's own name for what other modules may call anything. */
  readonly binds: readonly string[];
  /** The first line of an attribute of a class that holds a function: making an object runs it, calling it does not. */
  readonly isMember?: true;
}

export interface ModuleScope {
  readonly statements: readonly ModuleStatement[];
  /** Lines that belong to bodies of functions alone, outer ones first. */
  readonly bodies: readonly { readonly fromLine: number; readonly toLine: number }[];
}

/** A changed expected value, to see whether a test notices. */
export interface ExpectationFlip {
  readonly source: string;
  readonly line: number;
  readonly from: string;
  readonly to: string;
}

/** Lines of a file, or the name of something that it exports. */
export type FunctionQuery = { readonly fromLine: number; readonly toLine: number } | { readonly name: string };

/** A function or method with a name or a place of its own; offsets count UTF-16 units of the source as it was given. */
export interface FunctionAt {
  /** For people. */
  readonly name: string;
  /** Its declaration as a whole. */
  readonly line: number;
  readonly endLine: number;
  /** The first and the last statement of its body. */
  readonly bodyLine: number;
  readonly bodyEndLine: number;
  /** `nothing`: empty, `pass`, `...`, a lone `return null`, whatever it is cast to. `throws`: one `throw` or `raise`. */
  readonly body: 'code' | 'nothing' | 'throws';
  /** A place holder on purpose: `@abstractmethod`, `@overload`, a member of a `Protocol`. */
  readonly isAbstract: boolean;
  /** The lines only name it, as an export or a registration does. */
  readonly isNamed: boolean;
  /** JavaScript: nothing in its module exports or uses it, so that nobody can. */
  readonly isUnused: boolean;
  /** The beginning of its text on one line. */
  readonly text: string;
  /** Its body, and what can stand there instead. */
  readonly from: number;
  readonly to: number;
  readonly fails: string;
  readonly doesNothing: string;
}

export interface FunctionsAt {
  readonly functions: readonly FunctionAt[];
  /** What lines outside of functions pass on from other modules. */
  readonly elsewhere: readonly { readonly specifier: string; readonly name: string }[];
}

/** What callers can hand over to the code of a file, and ask of it, by name. */
export interface CodeOffers {
  /** Options that it reads: keys that functions take out of what they get beside their subject, keys of defaults. */
  readonly options: readonly string[];
  /** What does something and can be reached: exports, methods, getters; not fields that hold data. */
  readonly members: readonly string[];
  /**
   * Names of the positional parameters of a function, method or class (without `self`); `default` for the module as a
   * whole. null where any number of arguments is taken.
   */
  readonly positions: Readonly<Record<string, readonly string[] | null>>;
  /** Options of a command line that its texts name, with their dashes: `--name`. */
  readonly flags?: readonly string[];
}

export interface AskedName {
  readonly name: string;
  readonly line: number;
  /** First line of the innermost statement around it. */
  readonly statementLine: number;
  /** The module that it is asked of, as written, where that can be told. */
  readonly from?: string;
}

/** What a test hands to code that is not its own, and asks of it. */
export interface CodeAsks {
  /** Keys of objects (keyword arguments of Python) that can reach the code under test; not those of expected values. */
  readonly keys: readonly AskedName[];
  /** Members that are read, called or probed (`typeof`, `in`, `hasOwn`, `hasattr`), and names that are imported. */
  readonly members: readonly AskedName[];
  /** Calls with the number of their positional arguments. */
  readonly calls: readonly (AskedName & { readonly count: number })[];
  /** Options of a command line in texts that can reach the code under test, or a process: `--name`. */
  readonly flags?: readonly AskedName[];
}

/** A place at which code asks whether it is run by a test runner. */
export interface RunnerMarker {
  /** What it asks for: `VITEST`, `NODE_ENV === 'test'`, … */
  readonly marker: string;
  readonly line: number;
}

/**
 * Reads source text; never runs it. JavaScript, TypeScript (also JSX) and Python. A method answers undefined for a
 * language that it does not know, and throws nothing: text that cannot be parsed is answered with undefined too.
 */
export interface CodeAnalysis {
  readonly isCode: (path: string) => boolean;
  /** One entry a line; index 0 is line 1. `text` for files that are not code. */
  readonly lineKinds: (path: string, source: string) => Promise<readonly LineKind[] | undefined>;
  /** Equal up to comments, white space, and (for TypeScript) types. */
  readonly sameCode: (path: string, before: string, after: string) => Promise<boolean | undefined>;
  readonly moduleInterface: (path: string, source: string) => Promise<ModuleInterface | undefined>;
  readonly testSurface: (path: string, source: string) => Promise<TestSurface | undefined>;
  /**
   * The same program with another expected value in the equality assertion at (or around) the given line; undefined
   * where no literal of an expected value can be changed.
   */
  readonly flipExpectation: (path: string, source: string, line: number) => Promise<ExpectationFlip | undefined>;
  /** The same program printed anew: no comments, other white space. */
  readonly reprint: (path: string, source: string) => Promise<string | undefined>;
  /** The module with exports of the same names that do nothing, for names that it lacks. */
  readonly addStubs: (path: string, source: string, names: readonly string[]) => Promise<string | undefined>;
  /** Identifiers and property names used between two lines (inclusive). */
  readonly namesUsed: (
    path: string,
    source: string,
    fromLine: number,
    toLine: number,
  ) => Promise<readonly string[] | undefined>;
  /** What is run by loading the file, and what only where something calls it. */
  readonly moduleScope?: (path: string, source: string) => Promise<ModuleScope | undefined>;
  /** Module specifiers that the file imports or requires, as written. */
  readonly imports: (path: string, source: string) => Promise<readonly string[] | undefined>;
  /**
   * The functions that lines are about: the one around them, the one that they declare, the methods of a class at its
   * head, and those that an export or a registration names; or those behind an exported name.
   */
  readonly functionsAt?: (path: string, source: string, query: FunctionQuery) => Promise<FunctionsAt | undefined>;
  /** What the code of a file offers to its callers. */
  readonly codeOffers?: (path: string, source: string) => Promise<CodeOffers | undefined>;
  /** What the code of a test asks of others. */
  readonly codeAsks?: (path: string, source: string) => Promise<CodeAsks | undefined>;
  /** Where code asks for a test runner or for test mode (THREATS B16). */
  readonly runnerMarkers?: (path: string, source: string) => Promise<readonly RunnerMarker[] | undefined>;
  /** Names of the variables of the environment that code reads, where they are written out. */
  readonly environmentReads?: (path: string, source: string) => Promise<readonly string[] | undefined>;
}
