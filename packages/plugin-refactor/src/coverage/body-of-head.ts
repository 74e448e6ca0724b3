import type { SideText } from './moved-lines.js';

const indentOf = (line: string): number => /^\s*/.exec(line)?.[0].length ?? 0;

/** Pure. The first line of code inside of a function or class whose head is on the given line; undefined without one. */
export function bodyOfHead(head: number, { kinds, lines }: Pick<SideText, 'kinds' | 'lines'>): number | undefined {
  const outside = indentOf(lines[head - 1] ?? '');
  for (let line = head + 1; line <= lines.length; line += 1) {
    const kind = kinds[line - 1];
    if (kind === 'blank' || kind === 'comment') continue;
    if (indentOf(lines[line - 1] ?? '') <= outside && kind !== 'declaration') {
      // The parameters of a head that goes over several lines end at its own indentation: `) {`.
      if (kind === 'punctuation' && /^\s*\)/.test(lines[line - 1] ?? '')) continue;
      return undefined;
    }
    if (indentOf(lines[line - 1] ?? '') <= outside) return undefined;
    if (kind === 'code') return line;
  }
  return undefined;
}
