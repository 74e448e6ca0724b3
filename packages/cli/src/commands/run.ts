import { addCommonFlags, type AddCommand, type CommonFlags } from './common-flags.js';

export interface RunFlags extends CommonFlags {
  readonly repo: string;
  readonly task: string;
  readonly base?: string;
  readonly builder?: string;
  readonly model?: string;
  readonly rounds: string;
  readonly type?: string;
  readonly sandbox?: string;
  readonly out?: string;
  readonly branch?: string;
  readonly apply?: boolean;
  readonly store?: string;
}

/** `tec run`: from a task to a change that was reviewed. */
export const addRun: AddCommand = (tec, setExitCode) => {
  const command = tec
    .command('run')
    .description(
      'have a model or a coding agent make the change, and review it: DONE (exit 0) or NEEDS_REVIEW (exit 1)',
    )
    .requiredOption('--repo <dir>', 'the repository; it is not touched unless --branch or --apply say so')
    .requiredOption('--task <file>', 'issue text and acceptance criteria (.json, .yaml, .md)')
    .option('--base <ref>', 'base commit; default: HEAD')
    .option('--builder <name>', 'langchain, or an agent of the configuration by its name')
    .option('--model <provider:name>', 'for the builder langchain, such as openai:gpt-5 or ollama:qwen3-coder')
    .option('--rounds <n>', 'how often the reasons of a review go back to the builder', '1')
    .option('--type <type>', "a human's word on the change type; overrides the router")
    .option('--sandbox <driver>', 'auto, bubblewrap, unshare or none; overrides the configuration')
    .option('--out <file>', 'where the accepted patch goes; default: change.patch in the folder of the run')
    .option('--branch <name>', 'also commit the accepted change to a new branch; work tree and index stay as they are')
    .option('--apply', 'also apply the accepted change to the work tree; refused where it is not clean')
    .option('--store <dir>', 'the run store; overrides the configuration');
  addCommonFlags(command).action(async (flags: RunFlags) => {
    const { runRun } = await import('../run/run-run.js');
    setExitCode(await runRun(flags));
  });
};
