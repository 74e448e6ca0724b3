import type { AddCommand, CommonFlags } from './common-flags.js';
import { addCommonFlags } from './common-flags.js';

export interface ClassifyFlags extends CommonFlags {
  readonly task?: string;
  readonly batch?: string;
  readonly explain?: boolean;
  readonly repo?: string;
}

/** `tec classify`: the router alone. */
export const addClassify: AddCommand = (tec, setExitCode) => {
  const command = tec
    .command('classify')
    .description('name the change type of a task, or abstain')
    .option('--task <file>', 'one task')
    .option('--batch <file>', 'JSON Lines in, one classification a line out')
    .option('--explain', 'the signals with their weights, in words')
    .option('--repo <dir>', 'a repository whose configuration (plugins, threshold) applies');
  addCommonFlags(command).action(async (flags: ClassifyFlags) => {
    const { runClassify } = await import('../classify/run-classify.js');
    setExitCode(await runClassify(flags));
  });
};
