import type { Readable } from 'node:stream';

export interface LineBounds {
  /** Characters of a line; the rest of it is dropped. */
  readonly longest: number;
  /** Lines that are told; further ones are counted. */
  readonly most: number;
}

/**
 * Tells the lines of a stream as they come. Holds at most one line of the longest length, whatever is printed. Resolves
 * when the stream is closed, with the number of lines that were not told.
 */
export function boundedLines(
  stream: Readable,
  { longest, most }: LineBounds,
  onLine: (line: string, told: boolean) => void,
): Promise<number> {
  let line = '';
  let count = 0;
  const end = (): void => {
    count += 1;
    onLine(line.replace(/\r$/, ''), count <= most);
    line = '';
  };
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    let at = 0;
    for (;;) {
      const next = chunk.indexOf('\n', at);
      const stop = next < 0 ? chunk.length : next;
      if (line.length < longest) line += chunk.slice(at, Math.min(stop, at + longest - line.length));
      if (next < 0) return;
      end();
      at = next + 1;
    }
  });
  return new Promise((resolve) => {
    stream.once('close', () => {
      if (line !== '') end();
      resolve(Math.max(0, count - most));
    });
  });
}
