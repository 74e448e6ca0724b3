import { SourceAnalysis, StrykerMutationEngine } from '@typed-evidence-chain/analysis';
import { Tokens, type BehaviourComparer, type Sandbox, type TecConfig } from '@typed-evidence-chain/core';
import { InjectedTestRunner } from '@typed-evidence-chain/runners';
import { GitWorkspace, selectSandbox } from '@typed-evidence-chain/workspace';
import type { Container } from 'inversify';
import { FileReportCache } from './file-report-cache.js';
import { RepositoryCommands } from './repository-commands.js';

export interface AdapterOptions {
  readonly sandbox: TecConfig['sandbox']['driver'] | Sandbox;
  readonly scratchRoot: string | undefined;
  /** Folders of the host that code under review must not see, wherever they are. */
  readonly hide: readonly string[] | undefined;
  readonly baseReports: string | undefined;
}

/** Binds the ports of core to the adapters of this project. The sandbox is probed at first use. */
export function bindAdapters(container: Container, { sandbox, scratchRoot, hide, baseReports }: AdapterOptions): void {
  const scratch = scratchRoot === undefined ? {} : { scratchRoot };
  container.bind(Tokens.Workspace).toDynamicValue(() => new GitWorkspace(scratch));
  container
    .bind(Tokens.Sandbox)
    .toDynamicValue(async () =>
      typeof sandbox === 'string' ? selectSandbox({ driver: sandbox, scratch: scratchRoot, hide }) : sandbox,
    );
  container
    .bind(Tokens.TestRunner)
    .toDynamicValue(async (context) => new InjectedTestRunner(await context.getAsync(Tokens.Sandbox)));
  container.bind(Tokens.CodeAnalysis).toDynamicValue(() => new SourceAnalysis());
  container.bind(Tokens.MutationEngine).toDynamicValue(() => new StrykerMutationEngine());
  container.bind(Tokens.BehaviourComparer).toDynamicValue(async (context): Promise<BehaviourComparer> => {
    const sandbox = await context.getAsync(Tokens.Sandbox);
    let comparer: Promise<BehaviourComparer> | undefined;
    // Property testing and transpiling are loaded by the first refactor that needs them.
    const load = (): Promise<BehaviourComparer> =>
      import('@typed-evidence-chain/analysis/behaviour').then(
        (module) => new module.SandboxedBehaviourComparer(sandbox),
      );
    return { compare: async (request) => (await (comparer ??= load())).compare(request) };
  });
  if (baseReports !== undefined) container.bind(Tokens.ReportCache).toConstantValue(new FileReportCache(baseReports));
  container.bind(Tokens.CommandDiscovery).toDynamicValue(() => new RepositoryCommands());
}
