import type { CommandDiscovery, DiscoveryRequest, TestCommand } from '@typed-evidence-chain/core';
import { discoverCommand, type CommandKind } from '@typed-evidence-chain/runners';

const find =
  (kind: CommandKind) =>
  ({ tree, configured, forFile }: DiscoveryRequest): Promise<TestCommand | undefined> =>
    discoverCommand(tree, kind, { configured, forFile });

/** The repository's own commands: configuration, package scripts, declared test tools. */
export class RepositoryCommands implements CommandDiscovery {
  readonly test = find('test');
  readonly lint = find('lint');
  readonly typecheck = find('typecheck');
}
