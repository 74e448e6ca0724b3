import { addCommonFlags, type AddCommand, type CommonFlags } from './common-flags.js';

export interface RouterTrainFlags extends CommonFlags {
  readonly fromGit?: string;
  readonly fromJsonl?: string;
  readonly out?: string;
}

/** `tec router train`: a repository's own habits, for `router.habits` of its configuration. */
export const addRouter: AddCommand = (tec, setExitCode) => {
  const router = tec.command('router').description('the router of change types');
  const train = router
    .command('train')
    .description("learn a repository's own wording; prints JSON for router.habits of tec.config")
    .option('--from-git <dir>', 'from the prefixes of its commit subjects (fix:, feat:, refactor: …)')
    .option('--from-jsonl <file>', 'from labelled rows: {"title", "body"?, "type"}')
    .option('--out <file>', 'write the JSON there instead of to stdout');
  addCommonFlags(train).action(async (flags: RouterTrainFlags) => {
    const { trainRouter } = await import('../router/train-router.js');
    setExitCode(await trainRouter(flags));
  });
};
