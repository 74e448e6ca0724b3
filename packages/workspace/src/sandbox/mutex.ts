/** Runs tasks one after the other, in the order in which they came. */
export class Mutex {
  private last: Promise<unknown> = Promise.resolve();

  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.last.then(task);
    // The next task has to start however this one ends; who called gets the rejection through `result`.
    this.last = result.then(
      () => undefined,
      () => undefined,
    );
    return result;
  }
}
