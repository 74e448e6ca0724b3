import type { ErrorCode } from './error-codes.js';

/** Where the fault is and how to mend it; all of it is shown to the user. */
export interface ErrorContext {
  readonly file?: string | undefined;
  readonly field?: string | undefined;
  readonly remedy?: string | undefined;
  readonly cause?: unknown;
  readonly details?: unknown;
}

/** Exit code 2: the user can mend it. Exit code 3: the machine or a dependency failed. */
export type ErrorExitCode = 2 | 3;

/** Known to every copy of this package in a process. */
const BRAND = Symbol.for('typed-evidence-chain.error');

/**
 * The root of every error that the chain throws on purpose. An error of another copy of this package is one too: a
 * plugin may be installed apart from the program that loads it.
 */
export abstract class ChainError extends Error {
  static override [Symbol.hasInstance](value: unknown): boolean {
    if (this !== ChainError) return Function.prototype[Symbol.hasInstance].call(this, value);
    return value instanceof Error && BRAND in value;
  }

  readonly [BRAND] = true;
  abstract readonly exitCode: ErrorExitCode;
  readonly code: ErrorCode;
  readonly file: string | undefined;
  readonly field: string | undefined;
  readonly remedy: string | undefined;
  readonly details: unknown;

  constructor(code: ErrorCode, message: string, context: ErrorContext = {}) {
    super(message, context.cause === undefined ? undefined : { cause: context.cause });
    this.name = new.target.name;
    this.code = code;
    this.file = context.file;
    this.field = context.field;
    this.remedy = context.remedy;
    this.details = context.details;
  }
}

/** A task, a submission, a patch, a flag or a repository that cannot be worked with. */
export class InputError extends ChainError {
  readonly exitCode = 2;
}

/** A configuration file that cannot be worked with. */
export class ConfigError extends ChainError {
  readonly exitCode = 2;
}

/** A plugin of the wrong shape, of an unknown API version, or one that claims a type twice. */
export class PluginError extends ChainError {
  readonly exitCode = 2;
}

/** Git or the file system refused; nothing is said about the change. */
export class WorkspaceError extends ChainError {
  readonly exitCode = 3;
}

/** No sandbox works here, or it broke while it ran. */
export class SandboxError extends ChainError {
  readonly exitCode = 3;
}

/** A model or an agent could not be reached or gave nothing usable. */
export class ModelError extends ChainError {
  readonly exitCode = 3;
}

/** The run store could not be read or written. */
export class StoreError extends ChainError {
  readonly exitCode = 3;
}

/** The run was cancelled through its `AbortSignal`. */
export class RunAbortedError extends ChainError {
  readonly exitCode = 3;

  constructor(cause?: unknown) {
    super('run/aborted', 'The run was cancelled', { cause });
  }
}
