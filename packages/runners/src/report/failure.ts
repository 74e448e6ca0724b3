import type { FailureKind, StackFrame, TestFailure } from '@typed-evidence-chain/core';
import { parseStack, relativeToTree } from './stack.js';

/** An error as a hook described it (`describeError` in hooks/session.cjs). */
export interface DescribedError {
  readonly name?: string | undefined;
  readonly class?: string | undefined;
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  readonly stack?: string | undefined;
  readonly operator?: string | undefined;
  readonly matcher?: boolean | undefined;
  readonly frames?: readonly StackFrame[] | undefined;
}

const TIMEOUT_CODES = new Set(['TEC_TIMEOUT', 'ERR_MOCHA_TIMEOUT']);
const LOAD_CODES = new Set([
  'MODULE_NOT_FOUND',
  'ERR_MODULE_NOT_FOUND',
  'ERR_PACKAGE_PATH_NOT_EXPORTED',
  'ERR_PACKAGE_IMPORT_NOT_DEFINED',
  'ERR_UNKNOWN_FILE_EXTENSION',
  'ERR_UNSUPPORTED_DIR_IMPORT',
  'ERR_REQUIRE_ESM',
  'ERR_REQUIRE_CYCLE_MODULE',
  'ERR_INVALID_MODULE_SPECIFIER',
]);
const LOAD_NAMES = new Set(['ImportError', 'ModuleNotFoundError', 'IndentationError', 'TabError']);
const LOAD_MESSAGE =
  /^(?:Cannot find (?:module|package) |Failed to resolve import |Failed to load url |The requested module .* does not provide an export named |No known conditions for |Missing "[^"]*" specifier in )/;
const ASSERTION_NAME =
  /^(?:AssertionError|AssertionError2|JestAssertionError|AssertError|ExpectationError|UnexpectedError|AssertionFailedError)\b/;

/** `phase`: what was going on. An error while a file is loaded is always `load`, one of a hook always `setup`. */
export function failureKind(error: DescribedError, phase: 'load' | 'setup' | 'test'): FailureKind {
  if (phase !== 'test') return phase;
  if (error.code !== undefined && TIMEOUT_CODES.has(error.code)) return 'timeout';
  if (isAssertion(error)) return 'assertion';
  return isLoadError(error) ? 'load' : 'error';
}

function isAssertion(error: DescribedError): boolean {
  if (error.code === 'ERR_ASSERTION' || error.matcher === true) return true;
  if ([error.name, error.class].some((name) => name !== undefined && ASSERTION_NAME.test(name))) return true;
  if (/^Snapshot `.*` mismatched/.test(error.message ?? '')) return true;
  // Between the processes of jest an error loses its class; the text of its matchers is fixed.
  return (error.message ?? '').startsWith('expect(');
}

function isLoadError(error: DescribedError): boolean {
  if (error.code !== undefined && LOAD_CODES.has(error.code)) return true;
  if (error.name !== undefined && LOAD_NAMES.has(error.name)) return true;
  if (LOAD_MESSAGE.test(error.message ?? '')) return true;
  return error.name === 'SyntaxError' && isCompileError(error);
}

/** `new RegExp('(')`, `JSON.parse` and the like throw from a frame of their own or of the tree; the compiler has none. */
function isCompileError(error: DescribedError): boolean {
  const first = (error.stack ?? '').split('\n').find((line) => /^\s+at /.test(line));
  return first === undefined
    ? error.frames === undefined
    : /\((?:node:internal\/|node:vm)|at (?:node:internal\/|node:vm)/.test(first);
}

export function toFailure(root: string, error: DescribedError, phase: 'load' | 'setup' | 'test'): TestFailure {
  const kind = failureKind(error, phase);
  const frames = error.frames ?? parseStack(root, error.stack ?? '');
  const named = error.name === undefined || error.name === 'Error' ? (error.class ?? error.name) : error.name;
  return {
    kind,
    name: (kind === 'load' && error.code !== undefined ? error.code : (named ?? error.code ?? 'Error')).replace(
      / \[\w+\]$/,
      '',
    ),
    message: (error.message ?? error.stack ?? '').slice(0, 8000),
    stack: frames.slice(0, 30).map((frame) => ({ ...frame, file: relativeToTree(root, frame.file) })),
  };
}

/** A process that went away. */
export function exitFailure(root: string, message: string, stack = ''): TestFailure {
  return { kind: 'exit', name: 'Exit', message, stack: parseStack(root, stack) };
}
