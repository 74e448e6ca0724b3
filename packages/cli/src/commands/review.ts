import type { AddCommand, CommonFlags } from './common-flags.js';
import { addCommonFlags } from './common-flags.js';

export interface ReviewFlags extends CommonFlags {
  readonly repo: string;
  readonly base?: string;
  readonly patch?: string;
  readonly head?: string;
  readonly task: string;
  readonly submission?: string;
  readonly type?: string;
  readonly sandbox?: string;
  readonly failFast?: boolean;
  /** false: --no-store; true: nothing was said. */
  readonly store?: string | boolean;
}

/** `tec review`: a change and what is said of it, re-executed. */
export const addReview: AddCommand = (tec, setExitCode) => {
  const command = tec
    .command('review')
    .description('re-execute the evidence of a change and say DONE (exit 0) or NEEDS_REVIEW (exit 1)')
    .requiredOption('--repo <dir>', 'the repository')
    .requiredOption('--task <file>', 'issue text and acceptance criteria (.json, .yaml, .md)')
    .option('--base <ref>', 'base commit; default: HEAD, or the merge base of HEAD and --head')
    .option('--patch <file>', 'the change as a git diff')
    .option('--head <ref>', 'the change as a ref of the repository')
    .option('--submission <file>', 'what the builder says of it (.json, .yaml, .md)')
    .option('--type <type>', "a human's word on the change type; overrides the router")
    .option('--sandbox <driver>', 'auto, bubblewrap, unshare or none; overrides the configuration')
    .option('--fail-fast', 'stop at the first check that decides')
    .option('--store <dir>', 'the run store; overrides the configuration')
    .option('--no-store', 'keep no record of this review');
  addCommonFlags(command).action(async (flags: ReviewFlags) => {
    const { runReview } = await import('../review/run-review.js');
    setExitCode(await runReview(flags));
  });
};
