import {
  EmbeddedRouter,
  type Classification,
  type PluginHost,
  type RepositoryHabits,
  type Router,
  type RouteTaskOptions,
  type Task,
} from '@typed-evidence-chain/core';

/** The router over the rules of the loaded plugins, built at first use. */
export class PluginRouter implements Router {
  private embedded: EmbeddedRouter | undefined;

  constructor(
    private readonly host: PluginHost,
    private readonly habits?: RepositoryHabits,
  ) {}

  readonly classify = async (task: Task, options: RouteTaskOptions = {}): Promise<Classification> => {
    this.embedded ??= new EmbeddedRouter(
      this.host.list().map(({ plugin }) => ({ type: plugin.type, rule: plugin.rule })),
      this.habits === undefined ? {} : { habits: this.habits },
    );
    const { signal: _signal, ...rest } = options;
    return this.embedded.classify(task, rest);
  };
}
