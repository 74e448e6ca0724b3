import { addCommonFlags, type AddCommand, type CommonFlags } from './common-flags.js';

/** `tec doctor`: what this machine can do, and what would be run in a repository. */
export const addDoctor: AddCommand = (tec, setExitCode) => {
  const command = tec
    .command('doctor')
    .description('what this machine can do: git, sandbox driver, runners, models')
    .option('--repo <dir>', 'a repository to look at', '.');
  addCommonFlags(command).action(async (flags: CommonFlags & { readonly repo: string }) => {
    const { runDoctor } = await import('../doctor/run-doctor.js');
    setExitCode(await runDoctor(flags));
  });
};
