import type { Command } from 'commander';

export interface CommonFlags {
  readonly config?: string;
  readonly json?: string | true;
  readonly markdown?: string;
  readonly html?: string;
  readonly quiet?: boolean;
  readonly color?: boolean;
}

/** CONTRACT, section 5, "Common flags". */
export function addCommonFlags(command: Command): Command {
  return command
    .option('--config <file>', 'configuration; default: tec.config.* of the repository as it is on the base')
    .option('--json [file]', 'the result as JSON, to a file or to stdout (nothing else is printed there then)')
    .option('--markdown <file>', 'the report as Markdown')
    .option('--html <file>', 'the report as a page')
    .option('--quiet', 'no progress')
    .option('--no-color', 'no colours');
}

export type SetExitCode = (code: number) => void;
export type AddCommand = (tec: Command, setExitCode: SetExitCode) => void;
