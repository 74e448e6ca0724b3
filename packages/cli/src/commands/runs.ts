import { addCommonFlags, type AddCommand, type CommonFlags } from './common-flags.js';

export interface RunsFlags extends CommonFlags {
  readonly store?: string;
  readonly repo?: string;
}

/** `tec runs`: the history kept in the run store. */
export const addRuns: AddCommand = (tec, setExitCode) => {
  const command = tec
    .command('runs')
    .description('the history kept in the run store: list, `show ID`, `resume ID`')
    .argument('[action]', 'show or resume')
    .argument('[id]', 'a run, or the beginning of its id')
    .option('--store <dir>', 'the run store; default: the one of the configuration, or of the user')
    .option('--repo <dir>', 'a repository whose configuration names the store');
  addCommonFlags(command).action(async (action: string | undefined, id: string | undefined, flags: RunsFlags) => {
    const { runRuns } = await import('../runs/run-runs.js');
    setExitCode(await runRuns(action, id, flags));
  });
};
