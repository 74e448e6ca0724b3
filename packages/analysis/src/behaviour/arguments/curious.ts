import { array, code, literal, object, type Arg } from './arg.js';
import type { Constants } from './constants.js';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;
const MAX_NUMBERS = 6;
const MAX_LENGTH = 400;

/**
 * Arguments at the borders that the code itself draws, also where no test comes near them: days as far apart as a number
 * of the code, texts as long as one, a time of day where there are only days, a fraction where the code reads numbers
 * out of a text. They are guesses: what makes no sense to the code is not counted.
 */
export function* curiousVariants(arg: Arg, constants: Constants, days: readonly string[]): Generator<Arg> {
  switch (arg.kind) {
    case 'literal':
      if (typeof arg.value === 'string') yield* curiousTexts(arg.value, constants, days).map(literal);
      return;
    case 'array':
      yield* inTurn(
        arg.items
          .slice(0, 2)
          .map((item, index) =>
            mapped(curiousVariants(item, constants, days), (one) => array(arg.items.with(index, one))),
          ),
      );
      return;
    case 'object':
      yield* inTurn(
        arg.entries.map(([key, value], index) =>
          mapped(curiousVariants(value, constants, days), (one) => object(arg.entries.with(index, [key, one]))),
        ),
      );
      return;
    case 'code':
      yield* inTurn(
        arg.parts.map((part, index) =>
          mapped(typeof part === 'string' ? [] : curiousVariants(part, constants, days), (one) =>
            code(...arg.parts.with(index, one)),
          ),
        ),
      );
      return;
    case 'ref':
  }
}

function* mapped<T, R>(source: Iterable<T>, change: (one: T) => R): Generator<R> {
  for (const one of source) yield change(one);
}

/** One of each source after the other: no field uses up the calls that there are for all. */
function* inTurn<T>(sources: readonly Generator<T>[]): Generator<T> {
  for (let open = sources; open.length > 0;) {
    const next: Generator<T>[] = [];
    for (const source of open) {
      const item = source.next();
      if (item.done === true) continue;
      yield item.value;
      next.push(source);
    }
    open = next;
  }
}

/** The days anywhere in the arguments: a decision is on how far one is from another. */
export function daysIn(args: readonly Arg[]): string[] {
  const found = args.flatMap((arg): string[] => {
    if (arg.kind === 'literal') return typeof arg.value === 'string' && DAY.test(arg.value) ? [arg.value] : [];
    if (arg.kind === 'array') return daysIn(arg.items);
    if (arg.kind === 'object') return daysIn(arg.entries.map(([, value]) => value));
    return arg.kind === 'code' ? daysIn(arg.parts.filter((part) => typeof part !== 'string')) : [];
  });
  return [...new Set(found)].slice(0, 3);
}

function curiousTexts(text: string, constants: Constants, others: readonly string[]): string[] {
  const numbers = constants.numbers.filter((value) => Number.isInteger(value) && value >= 0);
  if (DAY.test(text)) {
    const days = numbers.filter((value) => value <= 400).slice(0, MAX_NUMBERS);
    const around = [...new Set(days.flatMap((value) => [value, value + 1, value - 1]))];
    const starts = [...new Set([...others, text])].map((day) => Date.parse(day)).filter((day) => !Number.isNaN(day));
    return [
      `${text}T15:00:00Z`,
      `${text}T03:30:00.500Z`,
      ...around.flatMap((value) => starts.map((start) => new Date(start + value * DAY_MS).toISOString().slice(0, 10))),
    ];
  }
  const lengths = [...new Set(numbers.filter((value) => value > 0 && value <= MAX_LENGTH).slice(0, MAX_NUMBERS))];
  const found =
    text === '' ? [] : lengths.flatMap((length) => [length - 1, length, length + 1].map((one) => fill(text, one)));
  if (constants.readsNumbers && /\d/.test(text)) {
    for (const by of ['1.5', '0.25', '1.999', '1e3', '007']) found.unshift(text.replace(/\d+(?:\.\d+)?(?!.*\d)/s, by));
  }
  if (constants.ordersTexts) found.unshift(...otherCase(text));
  if (constants.keepsByKey) found.unshift('constructor');
  if (constants.losesMap) found.unshift('7');
  return [...new Set(found)].filter((one) => one !== text && one !== '');
}

/** The text with its first letter in the other case: orders of texts differ in what they make of it. */
export function otherCase(text: string): string[] {
  const first = text.slice(0, 1);
  const other = first === first.toLowerCase() ? first.toUpperCase() : first.toLowerCase();
  return other === first ? [] : [other + text.slice(1)];
}

/** The text repeated to a length, without white space at its end. */
function fill(text: string, length: number): string {
  const long = `${text} `.repeat(Math.ceil(length / (text.length + 1))).slice(0, length);
  return long.endsWith(' ') ? `${long.slice(0, -1)}x` : long;
}
