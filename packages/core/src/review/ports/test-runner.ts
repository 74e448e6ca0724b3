import type { SandboxLimits, SandboxOutcome } from './sandbox.js';
import type { Tree } from './tree.js';
import type { ReviewTrees } from './workspace.js';

/** The closed set of the contract. An absent test is never a pass and never a failure. */
export const TEST_STATUSES = [
  'passed',
  'failed',
  'errored',
  'skipped',
  'todo',
  'timed-out',
  'crashed',
  'not-collected',
  'unstable',
] as const;
export type TestStatus = (typeof TEST_STATUSES)[number];

/** Who a test is: file + full title + occurrence. */
export interface TestId {
  /** Relative to the root of the tree. */
  readonly file: string;
  /** Titles from the outermost group to the test, joined by one space; the file's own path for a bare script. */
  readonly title: string;
  /** 0 for the first test of that file and title, 1 for the second, … in order of collection. */
  readonly occurrence: number;
  /**
   * No part of the identity: other files of the tree whose code made the test, innermost first. A file that requires
   * tests from another one, a helper that wraps `test`, an entry that loads all test files.
   */
  readonly alsoIn?: readonly string[];
}

export type FailureKind =
  /** An AssertionError or what the assertion library throws. */
  | 'assertion'
  /** Any other error thrown while the test ran. */
  | 'error'
  /** The file or something that it imports could not be loaded: syntax, module or export missing. */
  | 'load'
  /** A hook or fixture failed before the test ran. */
  | 'setup'
  | 'timeout'
  /** The process went away, or called exit. */
  | 'exit';

export interface StackFrame {
  /** Relative to the root of the tree where it is inside, else absolute or a `node:` name. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly function?: string;
}

export interface TestFailure {
  readonly kind: FailureKind;
  /** Class or code of the error: `AssertionError`, `TypeError`, `ERR_MODULE_NOT_FOUND`. */
  readonly name: string;
  readonly message: string;
  /** Innermost first; at most 30 frames; source-mapped where a map was found. */
  readonly stack: readonly StackFrame[];
}

export interface TestResult {
  readonly id: TestId;
  readonly status: Exclude<TestStatus, 'unstable'>;
  readonly durationMs?: number;
  readonly failure?: TestFailure;
  /** Marks seen by the reporter that bend the meaning of a status: `only`, `retried`, `expected-to-fail`. */
  readonly marks?: readonly string[];
}

/** A command for a shell, and where it was found. */
export interface TestCommand {
  readonly text: string;
  /** Relative to the tree; empty for the root. */
  readonly cwd: string;
  /** `submission`, `tec.config commands.test`, `package.json scripts.test`, … */
  readonly source: string;
}

export interface TestRunRequest {
  readonly trees: ReviewTrees;
  readonly tree: Tree;
  readonly command: TestCommand;
  /** Narrow the run to these files (relative to the tree) where the runner can. */
  readonly files?: readonly string[] | undefined;
  /** Record which lines of these files (relative to the tree) are executed. */
  readonly coverage?: readonly string[] | undefined;
  /** Tell executions that belong to these tests apart from those of others, where the runner can. */
  readonly coverageOf?: readonly Pick<TestId, 'file' | 'title'>[] | undefined;
  readonly limits: SandboxLimits;
  readonly network?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Executed lines of one file: line number (from 1) to number of executions; lines that hold no code are absent. A file
 * that no process of the run could have recorded (another language) has none of this.
 */
export interface FileCoverage {
  readonly file: string;
  readonly lines: Readonly<Record<number, number>>;
  /**
   * With `coverageOf`: executions while no other test was running, loading included. The same as `lines` where the runner
   * does not say when tests start and end.
   */
  readonly named?: Readonly<Record<number, number>>;
}

export interface TestReport {
  /**
   * `ran`: the results are complete and can be used. `unmeasured`: events, counts and exit code do not agree, or the
   * channel was tampered with, or no test was seen. `timed-out`, `crashed`, `limit`: the run did not come to its end;
   * `tests` then holds what was seen until then.
   */
  readonly outcome: 'ran' | 'unmeasured' | 'timed-out' | 'crashed' | 'limit' | 'not-started';
  /** Why it is not `ran`; empty otherwise. */
  readonly reason: string;
  /** `unmeasured` for nothing else than that a runner came to its own end and had no test to run. */
  readonly noTests?: boolean;
  /** `mocha`, `node:test`, …; `exit-code` where the command has no per-test results. */
  readonly runner: string;
  readonly tests: readonly TestResult[];
  readonly process: SandboxOutcome;
  readonly coverage: readonly FileCoverage[];
  readonly durationMs: number;
  /** The last part of what was printed: for people only, never evidence. */
  readonly output: string;
}

/** Runs a test command in the sandbox with a reporter of ours. A failing test is a result, not a rejection. */
export interface TestRunner {
  readonly run: (request: TestRunRequest) => Promise<TestReport>;
}
