import type { Classification, PluginHost, Router, RouteTaskOptions, Task } from '@typed-evidence-chain/core';
const L: Record<string,string> = { bug: 'BUG', enhancement: 'FEATURE', feature: 'FEATURE', refactor: 'REFACTOR' };
export class PluginRouter implements Router {
  constructor(private readonly host: PluginHost) {}
  readonly classify = async (task: Task, options: RouteTaskOptions = {}): Promise<Classification> => {
    void this.host;
    const t = task.labels.map((l) => L[l]).find((x) => x !== undefined) ?? options.claim ?? null;
    return { type: t, confidence: 'high', score: 1, signals: [], alternatives: [], decidedBy: 'label' };
  };
}
