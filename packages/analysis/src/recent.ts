/** Keeps the last few results of a costly reading, so that several questions about one text cost one reading. */
export class Recent<T> {
  readonly #kept = new Map<string, T>();

  constructor(private readonly size: number) {}

  get(key: string, make: () => T): T {
    const found = this.#kept.get(key);
    const value = found ?? make();
    // A map keeps the order in which keys came: the first is the one that was not asked for longest.
    this.#kept.delete(key);
    this.#kept.set(key, value);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > this.size && oldest !== undefined) this.#kept.delete(oldest);
    return value;
  }

  drop(key: string): void {
    this.#kept.delete(key);
  }
}
