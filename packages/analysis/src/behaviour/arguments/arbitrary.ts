import fc from 'fast-check';
import { array, literal, object, type Arg } from './arg.js';
import type { Constants } from './constants.js';
import { numberDomain, numberPool } from './number-domain.js';
import { isLike, textPool, varyText } from './text-domain.js';
import { isOptional, leavesOf, type Shape } from './shape.js';

const MISSING = Symbol('missing');

/** Arguments of the seen kinds: more of the same, never of another type. */
export function arbitraryOf(shape: Shape, constants: Constants, whole: Shape = shape): fc.Arbitrary<Arg> {
  const shared = leavesOf(whole);
  const choices: fc.WeightedArbitrary<Arg>[] = [];
  if (shape.numbers.length > 0)
    choices.push({ weight: 4, arbitrary: numberOf(shape.numbers, shared.numbers, constants) });
  if (shape.strings.length > 0) {
    const texts = shape.strings.map((text) => literal(text));
    const arbitrary =
      shape.closed === true ? fc.constantFrom(...texts) : textOf(shape.strings, shared.strings, constants);
    choices.push({ weight: 4, arbitrary });
  }
  if (shape.others.length > 0) choices.push({ weight: 2, arbitrary: fc.constantFrom(...shape.others) });
  if (shape.arrays > 0) choices.push({ weight: 4, arbitrary: arrayOf(shape, constants, whole) });
  if (shape.objects > 0) choices.push({ weight: 4, arbitrary: objectOf(shape, constants, whole) });
  return choices.length === 0 ? fc.constant(literal(undefined)) : fc.oneof(...choices);
}

function numberOf(seen: readonly number[], shared: readonly number[], constants: Constants): fc.Arbitrary<Arg> {
  const domain = numberDomain(seen, constants);
  const limit = Math.min(domain.largest * 2 + 10, 2 ** 31 - 1);
  const low = domain.unsigned ? 0 : -Math.ceil(limit);
  const whole = fc.integer({ min: low, max: Math.ceil(limit) });
  const small = fc.integer({ min: domain.unsigned ? 0 : -5, max: 12 });
  const choices = [fc.constantFrom(...numberPool(seen, shared, constants)), fc.constantFrom(...seen), small, whole];
  if (!domain.integers) choices.push(whole.map((value) => value / 100));
  return fc.oneof(...choices).map((value) => literal(value));
}

function textOf(seen: readonly string[], shared: readonly string[], constants: Constants): fc.Arbitrary<Arg> {
  const pool = textPool(seen, shared, constants);
  const dice = fc.array(fc.nat(9999), { minLength: 6, maxLength: 6 });
  const varied = fc.tuple(fc.constantFrom(...seen), dice, fc.nat(2)).map(([base, rolls, rounds]) => {
    let text = varyText(base, seen, rolls);
    for (let round = 0; round < rounds; round += 1) {
      const next = varyText(text, seen, rolls.slice(round + 2));
      if (isLike(next, seen, constants.changed)) text = next;
    }
    return isLike(text, seen, constants.changed) && text.length < 5000 ? text : base;
  });
  return fc.oneof(fc.constantFrom(...pool), varied, fc.constantFrom(...seen)).map((value) => literal(value));
}

function arrayOf(shape: Shape, constants: Constants, whole: Shape): fc.Arbitrary<Arg> {
  if (shape.items === undefined || shape.items.count === 0) return fc.constant(array([]));
  const items = fc.array(arbitraryOf(shape.items, constants, whole), { maxLength: Math.min(shape.longest + 3, 12) });
  return fc.tuple(items, fc.nat(5)).map(([list, way]) => {
    const first = list[0];
    if (way === 0 && first !== undefined) return array([...list, first]);
    return array(list);
  });
}

function objectOf(shape: Shape, constants: Constants, whole: Shape): fc.Arbitrary<Arg> {
  const fields = [...shape.fields].map(([key, field]) => {
    const value = arbitraryOf(field, constants, whole);
    const maybe: fc.Arbitrary<Arg | typeof MISSING> = isOptional(field, shape.objects)
      ? fc.oneof(value, fc.constant<typeof MISSING>(MISSING))
      : value;
    return maybe.map((one) => [key, one] as const);
  });
  if (fields.length === 0) return fc.constant(object([]));
  return fc
    .tuple(...fields)
    .map((entries) => object(entries.filter((entry): entry is readonly [string, Arg] => entry[1] !== MISSING)));
}

/** The same list for the same seed, whatever else is generated. */
export function sample<T>(arbitrary: fc.Arbitrary<T>, count: number, seed: number): T[] {
  return fc.sample(arbitrary, { numRuns: count, seed });
}
