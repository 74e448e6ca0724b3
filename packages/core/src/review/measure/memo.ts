/** Promises by key; a rejected one stays rejected, since the review that asked again would fail the same way. */
export class Memo {
  private readonly values = new Map<string, Promise<unknown>>();

  once<T>(key: string, make: () => Promise<T>): Promise<T> {
    const known = this.values.get(key);
    if (known) return known as Promise<T>;
    const made = make();
    this.values.set(key, made);
    return made;
  }
}
