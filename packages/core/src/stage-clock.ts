/** Milliseconds of each stage. */
export class StageClock {
  readonly stages: Record<string, number> = {};

  async time<T>(stage: string, run: () => Promise<T>): Promise<T> {
    const started = performance.now();
    try {
      return await run();
    } finally {
      this.stages[stage] = Math.round((this.stages[stage] ?? 0) + performance.now() - started);
    }
  }
}
