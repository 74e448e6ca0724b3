/**
 * Durable steps of a run. A step has a stable key (run, stage, digest of its input); its result is plain JSON. A store
 * keeps results so that an interrupted run goes on after its last finished step; the default keeps nothing.
 */
export interface Steps {
  readonly step: <T>(stage: string, input: unknown, run: () => Promise<T>) => Promise<T>;
}

export const noStore: Steps = { step: (_stage, _input, run) => run() };
