/**
 * Lines as git counts them: only a line feed ends one, and a final line feed opens no further line. (JavaScript's own
 * line terminators, such as U+2028, would number the lines differently.)
 */
export class LineIndex {
  readonly count: number;
  private readonly starts: number[] = [0];

  constructor(private readonly text: string) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.starts.push(at + 1);
    this.count = this.starts.length - (this.starts.at(-1) === text.length ? 1 : 0);
  }

  /** 1-based line of a 0-based offset. */
  lineOf(offset: number): number {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }

  startOf(line: number): number {
    return this.starts[line - 1] ?? this.text.length;
  }

  /** The text of a 1-based line, without its line feed. */
  textOf(line: number): string {
    const next = this.starts[line];
    return this.text.slice(this.startOf(line), next === undefined ? this.text.length : next - 1);
  }

  isBlank(line: number): boolean {
    return this.textOf(line).trim() === '';
  }
}
