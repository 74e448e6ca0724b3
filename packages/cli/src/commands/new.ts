import type { NewPluginFlags } from '../new/run-new-plugin.js';
import type { AddCommand } from './common-flags.js';

/** `tec new plugin TYPE [DIR]`: a plugin package that passes its own tests. */
export const addNew: AddCommand = (tec) => {
  const command = tec.command('new').description('write something new; it never overwrites');
  command
    .command('plugin')
    .description('a plugin package that builds, lints and passes its own tests')
    .argument('<type>', 'the change type, in capitals, such as PERFORMANCE')
    .argument('[dir]', 'the folder; default: the name of the package')
    .option('--name <package>', 'name of the package; default: tec-plugin-<type>')
    .option('--description <text>', 'what it proves, in a sentence')
    .option('--labels <list>', 'tracker labels that tell this type, with commas')
    .option('-y, --yes', 'ask nothing, take the defaults')
    .exitOverride()
    .showHelpAfterError('(--help shows the flags)')
    .action(async (type: string, directory: string | undefined, flags: NewPluginFlags) => {
      const { runNewPlugin } = await import('../new/run-new-plugin.js');
      await runNewPlugin(type, directory, flags);
    });
};
