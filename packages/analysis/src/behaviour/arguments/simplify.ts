import { array, code, literal, object, type Arg, type Scenario } from './arg.js';
import { inNumberDomain, numberDomain } from './number-domain.js';
import { isLike, tokens } from './text-domain.js';
import type { Constants } from './constants.js';
import { describeScenario, READABLE_JS } from './print-arg.js';
import { isOptional, shapeOf, type Shape } from './shape.js';

/** What is easier to read is smaller: fewer steps, shorter arguments, rounder numbers. */
export function sizeOf(scenario: Scenario): number {
  return scenario.steps.length * 20 + describeScenario(scenario, READABLE_JS).length;
}

/** Smaller scenarios, the boldest first; the arguments stay inside what is ordinary for the function. */
export function* simplify(scenario: Scenario, shapes: readonly Shape[], constants: Constants): Generator<Scenario> {
  const { args, steps } = scenario;
  for (let length = 1; length < steps.length; length += 1) yield { ...scenario, steps: steps.slice(0, length) };
  if (!steps.some((step) => step.chained === true || step.of !== undefined)) {
    for (const index of steps.keys()) yield { ...scenario, steps: steps.filter((_, at) => at !== index) };
  }
  for (const [index, arg] of args.entries()) {
    for (const smaller of simplerArgs(arg, shapes[index] ?? shapeOf([arg]), constants)) {
      yield { ...scenario, args: args.map((one, at) => (at === index ? smaller : one)) };
    }
  }
  for (const [index, step] of steps.entries()) {
    for (const [place, arg] of step.args.entries()) {
      for (const smaller of simplerArgs(arg, shapeOf([arg]), constants)) {
        const changed = { ...step, args: step.args.map((one, at) => (at === place ? smaller : one)) };
        yield { ...scenario, steps: steps.map((one, at) => (at === index ? changed : one)) };
      }
    }
  }
}

function* simplerArgs(arg: Arg, shape: Shape, constants: Constants): Generator<Arg> {
  switch (arg.kind) {
    case 'literal':
      if (shape.closed === true && typeof arg.value === 'string') return;
      yield* simplerLiterals(arg.value, shape, constants);
      return;
    case 'array':
      if (arg.items.length > 1) yield array(arg.items.slice(0, Math.floor(arg.items.length / 2)));
      for (const index of arg.items.keys()) yield array(arg.items.filter((_, at) => at !== index));
      for (const [index, item] of arg.items.entries()) {
        for (const smaller of simplerArgs(item, shape.items ?? shapeOf([item]), constants)) {
          yield array(arg.items.map((one, at) => (at === index ? smaller : one)));
        }
      }
      return;
    case 'object':
      for (const [index, [key, value]] of arg.entries.entries()) {
        const field = shape.fields.get(key);
        if (field === undefined || isOptional(field, shape.objects))
          yield object(arg.entries.filter((_, at) => at !== index));
        for (const smaller of simplerArgs(value, field ?? shapeOf([value]), constants)) {
          yield object(arg.entries.map((one, at) => (at === index ? [key, smaller] : one)));
        }
      }
      return;
    case 'code':
      for (const [index, part] of arg.parts.entries()) {
        if (typeof part === 'string' || part.kind === 'ref') continue;
        for (const smaller of simplerArgs(part, shapeOf([part]), constants)) {
          yield code(...arg.parts.map((one, at) => (at === index ? smaller : one)));
        }
      }
      return;
    case 'ref':
  }
}

function* simplerLiterals(value: unknown, shape: Shape, constants: Constants): Generator<Arg> {
  if (typeof value === 'number') {
    const domain = numberDomain(shape.numbers.length > 0 ? shape.numbers : [value], constants);
    const digits = Math.max(1, 10 ** Math.floor(Math.log10(Math.abs(value) || 1)));
    const candidates = [0, 1, 2, Math.trunc(value / digits) * digits, Math.trunc(value / 2), Math.trunc(value)];
    for (const other of new Set(candidates)) {
      if (String(other).length <= String(value).length && other !== value && inNumberDomain(other, domain))
        yield literal(other === 0 ? 0 : other);
    }
  } else if (typeof value === 'string' && value !== '') {
    const seen = shape.strings.length > 0 ? shape.strings : [value];
    const parts = tokens(value);
    const candidates = [
      parts.slice(0, Math.ceil(parts.length / 2)).join(''),
      ...parts.map((_, at) => parts.filter((__, index) => index !== at).join('')),
      ...parts.map((part, at) => parts.map((one, index) => (index === at ? part.slice(0, 1) : one)).join('')),
      ...seen.filter((text) => text.length < value.length),
    ];
    for (const other of new Set(candidates))
      if (other !== '' && other.length < value.length && isLike(other, seen, constants.changed)) yield literal(other);
  }
}
