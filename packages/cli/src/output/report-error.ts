import { writeFileSync } from 'node:fs';
import { EXIT_COULD_NOT_RUN } from '../exit-codes.js';

interface ShownError {
  readonly code: string;
  readonly message: string;
  readonly file?: string;
  readonly field?: string;
  readonly remedy?: string;
}

interface KnownError extends Error {
  readonly code: string;
  readonly exitCode: number;
  readonly file?: string;
  readonly field?: string;
  readonly remedy?: string;
}

/** A `ChainError`, told by its shape so that `--help` need not load core. */
const isKnown = (error: unknown): error is KnownError =>
  error instanceof Error &&
  typeof (error as { exitCode?: unknown }).exitCode === 'number' &&
  typeof (error as { code?: unknown }).code === 'string';

function shown(error: unknown): ShownError {
  if (!isKnown(error))
    return { code: 'internal', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  const { code, message, file, field, remedy } = error;
  return {
    code,
    message,
    ...(file === undefined ? {} : { file }),
    ...(field === undefined ? {} : { field }),
    ...(remedy === undefined ? {} : { remedy }),
  };
}

/** The value of `--json [FILE]`: undefined without the flag, true without a file. */
function jsonTarget(args: readonly string[]): string | true | undefined {
  const equal = args.find((arg) => arg.startsWith('--json='));
  if (equal !== undefined) return equal.slice('--json='.length);
  const at = args.indexOf('--json');
  if (at < 0) return undefined;
  const next = args[at + 1];
  return next === undefined || next.startsWith('-') ? true : next;
}

/** What is wrong may be that very file: that must not end as a crash, whose exit code would say NEEDS_REVIEW. */
function writeErrorTo(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    process.stderr.write(`tec: the error cannot be written to ${file}: ${(error as Error).message}\n`);
  }
}

/** One clear error: what, where and how to mend it. Returns the exit code. */
export function reportError(error: unknown, args: readonly string[]): number {
  const details = shown(error);
  const where = [details.file, details.field].filter((part) => part !== undefined).join(', ');
  process.stderr.write(
    `tec: ${details.message}\n${where === '' ? '' : `  where: ${where}\n`}${details.remedy ? `  remedy: ${details.remedy}\n` : ''}`,
  );
  const target = jsonTarget(args);
  const text = `${JSON.stringify({ schema: 'tec/error/v1', error: details })}\n`;
  if (target === true) process.stdout.write(text);
  else if (target !== undefined) writeErrorTo(target, text);
  return isKnown(error) ? error.exitCode : EXIT_COULD_NOT_RUN;
}
