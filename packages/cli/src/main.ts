import { Command, CommanderError } from 'commander';
import { addClassify } from './commands/classify.js';
import { addDoctor } from './commands/doctor.js';
import { addNew } from './commands/new.js';
import { addPlugins } from './commands/plugins.js';
import { addReview } from './commands/review.js';
import { addRouter } from './commands/router.js';
import { addRun } from './commands/run.js';
import { addRuns } from './commands/runs.js';
import { addSchema } from './commands/schema.js';
import { EXIT_USAGE } from './exit-codes.js';
import { reportError } from './output/report-error.js';

export const VERSION = '0.1.0';

/** The command `tec`. Heavy libraries are loaded inside of the commands that use them. */
export function program(setExitCode: (code: number) => void): Command {
  const tec = new Command('tec')
    .description('Re-executes the evidence of a change before it says DONE or NEEDS_REVIEW.')
    .version(VERSION)
    .exitOverride()
    .showHelpAfterError('(tec --help lists the commands)')
    .configureOutput({ writeErr: (text) => void process.stderr.write(text) });
  for (const add of [addReview, addRun, addRuns, addClassify, addRouter, addPlugins, addNew, addSchema, addDoctor])
    add(tec, setExitCode);
  for (const command of tec.commands) command.exitOverride().showHelpAfterError('(--help shows the flags)');
  return tec;
}

/** Runs the command line; resolves to the exit code (CONTRACT, section 5). */
export async function main(args: readonly string[]): Promise<number> {
  let exitCode = 0;
  try {
    await program((code) => {
      exitCode = code;
    }).parseAsync([...args], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : reportUsage(error, args);
    return reportError(error, args);
  }
  return exitCode;
}

/** Commander has already printed the message to stderr; `--json` gets its error object. */
function reportUsage(error: CommanderError, args: readonly string[]): number {
  if (args.some((arg) => arg === '--json')) {
    const message = error.message.replace(/^error: /, '');
    process.stdout.write(
      `${JSON.stringify({ schema: 'tec/error/v1', error: { code: 'input/usage', message, remedy: 'tec --help' } })}\n`,
    );
  }
  return EXIT_USAGE;
}
