import { addCommonFlags, type AddCommand, type CommonFlags } from './common-flags.js';

/** `tec plugins`: what is loaded, and from where. */
export const addPlugins: AddCommand = (tec) => {
  const command = tec
    .command('plugins')
    .description('what is loaded: type, package, version, checks')
    .option('--repo <dir>', 'a repository whose configuration applies', '.');
  addCommonFlags(command).action(async (flags: CommonFlags & { readonly repo: string }) => {
    const { showPlugins } = await import('../plugins/show-plugins.js');
    await showPlugins(flags);
  });
};
