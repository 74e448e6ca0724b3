import { createHash } from 'node:crypto';
import type { Mutant } from '../ports/mutation-engine.js';

/** Most of them are words of a message, which few tests should hold to the letter: asked about last. */
const LAST = new Set(['StringLiteral']);

const rankOf = (seed: string, mutant: Mutant): string => {
  const { path, operator, edit } = mutant;
  const own = JSON.stringify([seed, path, operator, edit.from, edit.to, edit.text]);
  return `${LAST.has(operator) ? 1 : 0}${createHash('sha256').update(own).digest('hex')}`;
};

/** 0, 1/2, 1/4, 3/4, 1/8, … as numbers below `2 ** bits`: each prefix lies well apart (van der Corput). */
const reversed = (value: number, bits: number): number => {
  let result = 0;
  for (let bit = 0; bit < bits; bit += 1) if ((value & (1 << bit)) !== 0) result |= 1 << (bits - 1 - bit);
  return result;
};

/** The numbers below `count`, each once: any first few of them are spread over the whole range. */
function spread(count: number, offset: number): readonly number[] {
  const bits = Math.ceil(Math.log2(Math.max(1, count)));
  return Array.from({ length: 2 ** bits }, (_, index) => reversed(index, bits))
    .filter((index) => index < count)
    .map((index) => (index + offset) % count);
}

/**
 * The order in which mutants are tried. Pure: the same mutants and seed give the same order, however they came in. The
 * first few lie on different lines, spread over all that have one; a line has its second turn after all had their first.
 */
export function orderMutants(mutants: readonly Mutant[], seed: string): readonly Mutant[] {
  const byLine = new Map<string, { path: string; line: number; ranked: { rank: string; mutant: Mutant }[] }>();
  for (const mutant of mutants) {
    const key = `${mutant.path}\u0000${mutant.line}`;
    const entry = byLine.get(key) ?? { path: mutant.path, line: mutant.line, ranked: [] };
    entry.ranked.push({ rank: rankOf(seed, mutant), mutant });
    byLine.set(key, entry);
  }
  const lines = [...byLine.values()].sort((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1));
  for (const { ranked } of lines) ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1));
  const offset = parseInt(createHash('sha256').update(seed).digest('hex').slice(0, 8), 16);
  const turns = spread(lines.length, lines.length === 0 ? 0 : offset % lines.length);
  const rounds = Math.max(0, ...lines.map(({ ranked }) => ranked.length));
  return Array.from({ length: rounds }, (_, round) => round).flatMap((round) =>
    turns.flatMap((index) => lines[index]?.ranked[round]?.mutant ?? []),
  );
}
