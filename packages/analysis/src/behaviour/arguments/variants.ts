import { array, code, literal, object, type Arg } from './arg.js';
import type { Constants } from './constants.js';
import { inNumberDomain, numberDomain, numberPool } from './number-domain.js';
import { textPool } from './text-domain.js';
import { isOptional, leavesOf, shapeOf, type Shape } from './shape.js';

const MAX_VALUES = 14;
const MAX_ITEMS = 4;

/** Arguments that differ from a seen one in one place, and stay inside what is ordinary there. */
export function* nearVariants(arg: Arg, shape: Shape, constants: Constants, whole: Shape): Generator<Arg> {
  switch (arg.kind) {
    case 'literal':
      yield* otherLiterals(arg.value, shape, constants, whole);
      return;
    case 'array': {
      yield array([]);
      if (arg.items.length > 1) yield array([...arg.items].reverse());
      if (arg.items.length > 0) yield array([...arg.items, ...arg.items.slice(0, 1)]);
      for (const index of arg.items.slice(0, MAX_ITEMS).keys()) yield array(arg.items.filter((_, at) => at !== index));
      for (const [index, item] of arg.items.slice(0, MAX_ITEMS).entries()) {
        for (const varied of nearVariants(item, shape.items ?? shapeOf([item]), constants, whole)) {
          yield array(arg.items.map((one, at) => (at === index ? varied : one)));
        }
      }
      return;
    }
    case 'object':
      yield* otherObjects(arg, shape, constants, whole);
      return;
    case 'code':
      for (const [index, part] of arg.parts.entries()) {
        if (typeof part === 'string' || part.kind === 'ref') continue;
        for (const varied of nearVariants(part, shapeOf([part]), constants, whole)) {
          yield code(...arg.parts.map((one, at) => (at === index ? varied : one)));
        }
      }
      return;
    case 'ref':
  }
}

function* otherLiterals(value: unknown, shape: Shape, constants: Constants, whole: Shape): Generator<Arg> {
  const shared = leavesOf(whole);
  if (typeof value === 'number') {
    const seen = shape.numbers.length > 0 ? shape.numbers : [value];
    for (const other of numberPool(seen, shared.numbers, constants).slice(0, MAX_VALUES * 3))
      if (other !== value) yield literal(other);
  } else if (typeof value === 'string' && shape.closed === true) {
    for (const other of shape.strings) if (other !== value) yield literal(other);
  } else if (typeof value === 'string') {
    const seen = shape.strings.length > 0 ? shape.strings : [value];
    for (const other of textPool(seen, shared.strings, constants).slice(0, MAX_VALUES * 2))
      if (other !== value) yield literal(other);
  } else {
    if (typeof value === 'boolean') yield literal(!value);
    yield* shape.others;
  }
}

function* otherObjects(
  arg: Arg & { kind: 'object' },
  shape: Shape,
  constants: Constants,
  whole: Shape,
): Generator<Arg> {
  for (const [key, field] of shape.fields) {
    const has = arg.entries.some(([name]) => name === key);
    if (has && isOptional(field, shape.objects)) yield object(arg.entries.filter(([name]) => name !== key));
    if (has) continue;
    for (const value of [...field.numbers.map(literal), ...field.strings.map(literal), ...field.others].slice(0, 4)) {
      yield object([...arg.entries, [key, value]]);
    }
  }
  for (const [index, [key, value]] of arg.entries.entries()) {
    const field = shape.fields.get(key) ?? shapeOf([value]);
    for (const varied of nearVariants(value, field, constants, whole)) {
      yield object(arg.entries.map((one, at) => (at === index ? [key, varied] : one)));
    }
  }
}

/** Input of another kind than the seen one. A difference there is worth a remark, no more. */
export function* farVariants(arg: Arg): Generator<Arg> {
  switch (arg.kind) {
    case 'literal':
      if (typeof arg.value === 'number') yield* [-arg.value - 1, arg.value + 0.5, -0.5].map(literal);
      if (typeof arg.value === 'string') yield* farTexts(arg.value).map(literal);
      yield literal(null);
      yield literal(undefined);
      return;
    case 'array':
      for (const [index, item] of arg.items.slice(0, 2).entries()) {
        for (const varied of farVariants(item)) yield array(arg.items.map((one, at) => (at === index ? varied : one)));
      }
      yield literal(undefined);
      return;
    case 'object':
      for (const [index, [key, value]] of arg.entries.entries()) {
        yield object(arg.entries.filter((_, at) => at !== index));
        for (const varied of farVariants(value))
          yield object(arg.entries.map((one, at) => (at === index ? [key, varied] : one)));
      }
      yield object([...arg.entries, ['extra', literal(1)]]);
      return;
    default:
  }
}

function farTexts(text: string): string[] {
  return [` ${text} `, `-${text}`, `${text}é`, `${text};"',.`, text.toUpperCase(), `${text}\n${text}`, text.repeat(40)];
}

/**
 * For decisions on sums and products: one number at a constant of the code, all others 1, each list cut to the item
 * that holds it.
 */
export function* focusedVariants(args: readonly Arg[], constants: Constants): Generator<readonly Arg[]> {
  const total = args.reduce((sum, arg) => sum + countNumbers(arg), 0);
  for (let leaf = 0; leaf < Math.min(total, 8); leaf += 1) {
    for (const constant of constants.numbers.slice(0, 12)) {
      for (const value of [constant, constant + 1, constant - 1]) {
        const state = { next: 0, leaf, value };
        const focused = args.map((arg) => focus(arg, state, constants));
        yield focused;
      }
    }
  }
}

function countNumbers(arg: Arg): number {
  if (arg.kind === 'literal') return typeof arg.value === 'number' ? 1 : 0;
  if (arg.kind === 'array') return arg.items.reduce((sum, item) => sum + countNumbers(item), 0);
  if (arg.kind === 'object') return arg.entries.reduce((sum, [, value]) => sum + countNumbers(value), 0);
  if (arg.kind === 'code')
    return arg.parts.reduce((sum, part) => sum + (typeof part === 'string' ? 0 : countNumbers(part)), 0);
  return 0;
}

function focus(
  arg: Arg,
  state: { next: number; readonly leaf: number; readonly value: number },
  constants: Constants,
): Arg {
  if (arg.kind === 'literal' && typeof arg.value === 'number') {
    const isLeaf = state.next === state.leaf;
    state.next += 1;
    if (!isLeaf) return literal(1);
    return inNumberDomain(state.value, numberDomain([arg.value], constants)) ? literal(state.value) : arg;
  }
  if (arg.kind === 'array') {
    const kept: Arg[] = [];
    for (const item of arg.items) {
      const from = state.next;
      const focused = focus(item, state, constants);
      if (from <= state.leaf && state.leaf < state.next) kept.push(focused);
    }
    // A list beside the number in focus stays as it is.
    return kept.length > 0 ? array(kept) : arg;
  }
  if (arg.kind === 'object') return object(arg.entries.map(([key, value]) => [key, focus(value, state, constants)]));
  if (arg.kind === 'code')
    return code(...arg.parts.map((part) => (typeof part === 'string' ? part : focus(part, state, constants))));
  return arg;
}
