import { join } from 'node:path';
import { ROOT } from './root.js';
import { startNode, type CommandOptions, type Ended, type RunningCommand } from './run-command.js';

const TEC = join(ROOT, 'packages/cli/bin/tec.js');

export const startTec = (args: readonly string[], options?: CommandOptions): RunningCommand =>
  startNode([TEC, ...args], options);

/** The command as a user runs it, to its end. */
export const tec = (args: readonly string[], options?: CommandOptions): Promise<Ended> => startTec(args, options).ended;
