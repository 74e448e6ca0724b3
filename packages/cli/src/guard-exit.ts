import { EXIT_COULD_NOT_RUN } from './exit-codes.js';
import { reportError } from './output/report-error.js';

/** Told by its shape, like every error that the command line shows. */
const internal = (message: string, remedy: string): Error =>
  Object.assign(new Error(message), { code: 'internal', exitCode: EXIT_COULD_NOT_RUN, remedy });

/**
 * Exit code 0 says DONE and 1 says NEEDS_REVIEW: a process that ends in the middle must say neither. A plugin, or what it
 * loads, may call `process.exit`, throw where nobody listens, or wait for something that never comes.
 * Returns the function that says that the command came to its own end.
 */
export function guardExit(args: readonly string[]): () => void {
  const early = (): void => {
    process.exitCode = reportError(
      internal(
        'The process ended before the command did',
        'A plugin or a program that it loads has ended it, or waits for something that never comes: try without it',
      ),
      args,
    );
  };
  const stray = (error: unknown): void => {
    process.off('exit', early);
    reportError(error, args);
    // Nobody knows in what state the rest is.
    process.exit(EXIT_COULD_NOT_RUN);
  };
  process.once('exit', early);
  process.once('uncaughtException', stray);
  return () => {
    process.off('exit', early);
    process.off('uncaughtException', stray);
  };
}
