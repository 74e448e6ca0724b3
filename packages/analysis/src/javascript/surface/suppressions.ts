import type { Comment } from '@babel/types';

const words: readonly (readonly [text: string, marker: string])[] = [
  ['@ts-nocheck', 'ts-nocheck'],
  ['@ts-ignore', 'ts-ignore'],
  ['@ts-expect-error', 'ts-expect-error'],
  ['eslint-disable', 'eslint-disable'],
  ['oxlint-disable', 'oxlint-disable'],
  ['biome-ignore', 'biome-ignore'],
  ['istanbul ignore', 'istanbul-ignore'],
  ['c8 ignore', 'c8-ignore'],
  ['v8 ignore', 'v8-ignore'],
  ['node:coverage', 'coverage-ignore'],
  ['@flow strict-nocheck', 'flow-nocheck'],
  ['$FlowFixMe', 'flow-ignore'],
];

/** One marker for each comment that silences a checker or hides code from coverage. */
export function suppressions(comments: readonly Comment[] | null | undefined): string[] {
  // Tools read the first words of a comment or of a line in it; the rest is prose, which may mention anything.
  const lines = (comments ?? []).flatMap(({ value }) => value.split('\n'));
  return lines.flatMap((line) => {
    const text = line.replace(/^[\s*!/]+/u, '');
    return words.filter(([word]) => text.startsWith(word)).map(([, marker]) => marker);
  });
}
