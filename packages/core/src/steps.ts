/**
 * Durable steps of a run. A step has a stable key (run, stage, digest of its input); its result is plain JSON. A store
 * keeps results so that an interrupted run goes on after its last finished step; the default keeps nothing.
 */
export interface Steps {
  readonly step: <T>(stage: string, input: unknown, run: () => Promise<T>) => Promise<T>;
}

/** The same steps below a stage: `build-1/model-2`. A step of a step that did not finish is still kept. */
export const stepsBelow = (steps: Steps, stage: string): Steps => ({
  step: (name, input, run) => steps.step(`${stage}/${name}`, input, run),
});

export const noStore: Steps = { step: (_stage, _input, run) => run() };
