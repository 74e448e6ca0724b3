import type { Constants } from './constants.js';

/**
 * What counts as ordinary input, judged by what was seen. A change that shows only for input of another kind (a
 * negative amount where all are positive, a separator at the edge of a text) is reported apart: a caller that passes
 * such values is not known.
 */
export interface NumberDomain {
  readonly integers: boolean;
  readonly unsigned: boolean;
  readonly largest: number;
}

export function numberDomain(seen: readonly number[], constants: Constants): NumberDomain {
  return {
    integers: !constants.asksWhole && seen.every(Number.isInteger),
    unsigned: !constants.signed && seen.every((value) => value >= 0),
    largest: Math.max(1, ...seen.map(Math.abs), ...constants.numbers.map(Math.abs)),
  };
}

export function inNumberDomain(value: number, domain: NumberDomain): boolean {
  return Number.isFinite(value) && (!domain.integers || Number.isInteger(value)) && (!domain.unsigned || value >= 0);
}

/** Numbers worth trying, the most telling first; all inside the domain. */
export function numberPool(seen: readonly number[], shared: readonly number[], constants: Constants): number[] {
  const domain = numberDomain(seen, constants);
  const around = constants.numbers.flatMap((value) => [value, value + 1, value - 1]);
  const near = seen.flatMap((value) => [value + 1, value - 1, 0, value * 10, Math.floor(value / 2), value * 2, -value]);
  const all = [
    ...around,
    ...near,
    ...seen,
    1,
    2,
    3,
    5,
    10,
    99,
    100,
    101,
    ...shared,
    ...shared.map((value) => value + 1),
  ];
  if (!domain.integers) all.push(...seen.map((value) => value + 0.5), 0.1, 1.005, 2.5, 0.5);
  return [...new Set(all)].filter((value) => inNumberDomain(value, domain)).map((value) => (value === 0 ? 0 : value));
}
