/** Part of a text, by offsets. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Both from 0. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Offsets as the lines and columns of Babel, for which U+2028 and a lone carriage return end a line, too. */
export class BabelPositions {
  private readonly starts: readonly number[];

  constructor(text: string) {
    this.starts = [0, ...[...text.matchAll(/\r\n|[\n\r\u2028\u2029]/g)].map(({ 0: end, index }) => index + end.length)];
  }

  at(offset: number): Position {
    let line = this.starts.length - 1;
    while (line > 0 && (this.starts[line] ?? 0) > offset) line -= 1;
    return { line, column: offset - (this.starts[line] ?? 0) };
  }

  offsetOf({ line, column }: Position): number {
    return (this.starts[line] ?? 0) + column;
  }
}
