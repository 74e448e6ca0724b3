import fc from 'fast-check';
import { literal, object, type Arg, type Scenario, type Step } from './arg.js';
import { arbitraryOf, sample } from './arbitrary.js';
import type { Constants } from './constants.js';
import { otherCase } from './curious.js';
import { guessShape } from './guess-shape.js';
import type { ScenarioRequest } from './make-scenarios.js';
import { shapeOf } from './shape.js';
import type { Parameter } from './signature.js';

export interface Sequence {
  readonly scenario: Scenario;
  /** It has a method call that no test makes. */
  readonly guessed: boolean;
}

const MAX_POOL = 4;
const SEQUENCES = 110;
const LONGEST = 14;

/** Other orders of the seen method calls, with calls of the methods that no test calls among them. */
export function sequences(request: ScenarioRequest, bases: readonly Scenario[]): Sequence[] {
  const methods = methodsOf(request);
  const all = bases.flatMap((base) => base.steps);
  // A chain goes on with what the step before answered. Methods of the object itself can be called one by one as well.
  const seen = all.filter((step) => step.chained !== true || methods.has(step.method ?? '')).map(unchained);
  if (bases.length === 0 || (all.length > 0 && seen.length === 0)) return [];
  const known = new Set(seen.map((step) => step.method));
  const toSequence = ([base, steps]: readonly [Scenario, readonly Step[]]): Sequence => ({
    scenario: { ...base, steps },
    guessed: steps.some((step) => step.method !== null && !known.has(step.method)),
  });
  const loose = looseSteps(request, seen, methods, known);
  const named = commandSteps(request, seen, methods);
  // The more a method is given, the more it changes; what is only asked comes after it.
  const commands = named.map(({ steps, weight }) => ({ arbitrary: steps, weight }));
  const starts = fc.constantFrom(...bases);
  const found: Sequence[][] = [];
  if (commands.length > 0) {
    const steps = fc.array(fc.oneof(...commands), { minLength: 6, maxLength: LONGEST });
    const small = starts.chain((base) => fc.constantFrom(...smallStarts(base)));
    const lists = fc.tuple(small, steps, fc.array(fc.nat(LONGEST), { maxLength: 2 }));
    const made = sample(lists, SEQUENCES, request.seed);
    found.push([
      ...useAndAsk(named, bases[0]!).map(toSequence),
      ...made.map(([base, list, calls]) => toSequence([base, withAnswersCalled(list, calls)])),
    ]);
  }
  if (loose.length > 0) {
    const steps = fc.array(fc.oneof(...loose), { minLength: 1, maxLength: 7 });
    found.push(sample(fc.tuple(starts, steps), SEQUENCES, request.seed).map(toSequence));
  }
  const [first = [], other = []] = found;
  return first.flatMap((one, index) => [one, ...other.slice(index, index + 1)]);
}

const unchained = ({ method, args }: Step): Step => ({ method, args });

function looseSteps(
  request: ScenarioRequest,
  seen: readonly Step[],
  methods: ReadonlyMap<string, readonly Parameter[]>,
  known: ReadonlySet<string | null>,
): fc.Arbitrary<Step>[] {
  const choices = seen.map((step) =>
    stepOf(
      step,
      seen.filter((one) => one.method === step.method).map(({ args }) => args),
      request.constants,
    ),
  );
  if (seen.length > 0) choices.push(fc.constantFrom(...seen), fc.constantFrom(...seen));
  for (const [method, parameters] of methods) {
    const step = known.has(method) ? undefined : guessedStep(method, parameters, request);
    if (step !== undefined) choices.push(step, step);
  }
  return choices;
}

interface Command {
  readonly method: string;
  readonly steps: fc.Arbitrary<Step>;
  readonly weight: number;
  /** Name of the first parameter with a few values for it, and values for the others. */
  readonly key: string;
  readonly keys: readonly Arg[];
  readonly others: readonly Arg[];
}

/** Read after the last step anyway. */
const SHOWN = /^(?:toString|toJSON|valueOf)$/;

/**
 * For what keeps things by a key: two are put in, one is used, a third one is put in, and all three are asked for. What
 * the use changed (the order, a lifetime, a count) decides what is left.
 */
function useAndAsk(commands: readonly Command[], base: Scenario): [Scenario, Step[]][] {
  const step = ({ method, others }: Command, key: Arg): Step => ({ method, args: [key, ...others] });
  const keyed = commands.filter(({ keys }) => keys.length >= 3).toSorted((a, b) => b.others.length - a.others.length);
  const found: [Scenario, Step[]][] = [];
  for (const put of keyed) {
    const same = keyed.filter(({ key }) => key === put.key);
    const askAll = same
      .filter(({ others }) => others.length === 0)
      .flatMap((ask) => put.keys.slice(0, 3).map((key) => step(ask, key)));
    const [first, second, third] = put.keys;
    if (same.length < 2 || first === undefined || second === undefined || third === undefined) continue;
    for (const use of same)
      for (const start of smallStarts(base).slice(1))
        found.push([start, [step(put, first), step(put, second), step(use, first), step(put, third), ...askAll]]);
  }
  return found.slice(0, 40);
}

/** Each method with few different values, so that the same key comes back again and again. */
function commandSteps(
  request: ScenarioRequest,
  seen: readonly Step[],
  methods: ReadonlyMap<string, readonly Parameter[]>,
): Command[] {
  const pools = new Map<string, Arg[]>();
  const key = (method: string, index: number): string => methods.get(method)?.[index]?.name || `${method} ${index}`;
  for (const { method, args } of seen) {
    for (const [index, arg] of args.entries()) {
      const name = key(method ?? '', index);
      const pool = pools.get(name) ?? [];
      const text = JSON.stringify(arg, bigintAsText);
      if (pool.length < MAX_POOL && !pool.some((one) => JSON.stringify(one, bigintAsText) === text)) pool.push(arg);
      pools.set(name, pool);
    }
  }
  for (const pool of pools.values()) {
    // All of them: the last one in the order stays the last in small letters.
    if (request.constants.ordersTexts) pool.push(...pool.slice(0, 3).flatMap(inOtherCase));
    addNext(pool);
  }
  return [...new Set([...methods.keys(), ...seen.map((step) => step.method ?? '')])].flatMap((method) => {
    if (SHOWN.test(method)) return [];
    const parameters = methods.get(method)?.filter((one) => !one.rest) ?? [];
    const seenLengths = seen.filter((step) => (step.method ?? '') === method).map(({ args }) => args.length);
    const count = Math.max(parameters.length, ...seenLengths);
    const values: fc.Arbitrary<Arg>[] = [];
    for (let index = 0; index < count; index += 1) {
      const parameter = parameters[index];
      const pool = pools.get(key(method, index)) ?? [];
      const shape =
        pool.length > 0 || parameter === undefined ? undefined : guessShape(parameter, request.values, request.types);
      if (pool.length > 0) values.push(fc.constantFrom(...pool));
      else if (shape !== undefined)
        values.push(fc.constantFrom(...sample(arbitraryOf(shape, request.constants), MAX_POOL, index)));
      else if (parameter?.optional === true) break;
      else return [];
    }
    const required = parameters.filter((one) => !one.optional).length;
    const fewest = seenLengths.length > 0 ? Math.min(...seenLengths) : Math.min(required, values.length);
    const made = fc
      .tuple(fc.tuple(...values), fc.integer({ min: Math.min(fewest, values.length), max: values.length }))
      .map(([args, length]): Step => ({ method: method === '' ? null : method, args: args.slice(0, length) }));
    const [first] = parameters;
    const keys = pools.get(key(method, 0)) ?? [];
    const others = sample(fc.tuple(...values), 1, request.seed)[0]?.slice(1, Math.max(1, fewest)) ?? [];
    const name = first?.name ?? '';
    return [{ method, steps: made, weight: 1 + Math.min(3, count), key: name, keys: name === '' ? [] : keys, others }];
  });
}

/** Two keys are too few to tell which one was used last: one more of the same kind. */
function addNext(pool: Arg[]): void {
  const last = pool.at(-1);
  if (pool.length >= 3 || last?.kind !== 'literal') return;
  const { value } = last;
  if (typeof value === 'number') pool.push(literal(value + 1));
  else if (typeof value === 'string' && /[a-y]$/.test(value))
    pool.push(literal(value.slice(0, -1) + String.fromCharCode(value.charCodeAt(value.length - 1) + 1)));
}

/** The same with the texts in it in the other case. */
function inOtherCase(arg: Arg): Arg[] {
  if (arg.kind === 'literal') return typeof arg.value === 'string' ? otherCase(arg.value).map(literal) : [];
  if (arg.kind !== 'object') return [];
  const entries = arg.entries.map(([key, value]) => [key, inOtherCase(value)[0] ?? value] as const);
  return entries.some(([, value], index) => value !== arg.entries[index]?.[1]) ? [object(entries)] : [];
}

const bigintAsText = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? `${value}n` : value);

/** What a method with a callback answers may be a function that takes it back: it is called later on. */
function withAnswersCalled(steps: readonly Step[], at: readonly number[]): Step[] {
  const result: { step: Step; taker?: { step: Step } }[] = steps.map((step) => ({ step }));
  const takers = result.filter(({ step }) => step.args.some(isCallback));
  for (const [turn, place] of at.entries()) {
    const taker = takers[turn % Math.max(1, takers.length)];
    if (taker === undefined) break;
    // After the taker and before the end, so that something still happens afterwards.
    const after = Math.max(result.indexOf(taker) + 1, result.length - 1 - (place % 3));
    result.splice(after, 0, { step: { method: null, args: [] }, taker });
  }
  return result.map(({ step, taker }) => (taker === undefined ? step : { ...step, of: result.indexOf(taker) }));
}

const isCallback = (arg: Arg): boolean =>
  arg.kind === 'code' &&
  arg.parts.some((part) => typeof part === 'string' && /[$_]rec\(|[$_]cb\(|=>|\bfunction\b|lambda/.test(part));

/** The same start with other small whole numbers: limits that a few steps reach. */
function smallStarts(base: Scenario): Scenario[] {
  const index = base.args.findIndex(
    (arg) => arg.kind === 'literal' && typeof arg.value === 'number' && Number.isInteger(arg.value) && arg.value > 0,
  );
  const arg = base.args[index];
  if (arg?.kind !== 'literal' || typeof arg.value !== 'number' || arg.value > 10) return [base];
  const others = [arg.value + 1, Math.max(1, arg.value - 1)];
  return [base, base, ...others.map((value) => ({ ...base, args: base.args.with(index, literal(value)) }))];
}

export function methodsOf(request: ScenarioRequest): Map<string, readonly Parameter[]> {
  const found = new Map<string, readonly Parameter[]>();
  for (const signature of request.signatures) {
    for (const [method, parameters] of signature?.methods ?? []) {
      const others = found.get(method) ?? [];
      found.set(
        method,
        parameters.map((one, index) => withUsesOf(one, others[index])),
      );
    }
  }
  return found;
}

/** What one side only hands on, the other may call or read: both say what the parameter is. */
function withUsesOf(parameter: Parameter, other: Parameter | undefined): Parameter {
  if (other === undefined || other.name !== parameter.name) return parameter;
  const [one, two] = [parameter.uses, other.uses];
  return {
    ...parameter,
    uses: {
      methods: [...two.methods, ...one.methods],
      fields: [...two.fields, ...one.fields],
      iterated: one.iterated || two.iterated,
      calculated: one.calculated || two.calculated,
      called: one.called || two.called,
      types: [...two.types, ...one.types],
    },
  };
}

function guessedStep(
  method: string,
  parameters: readonly Parameter[],
  request: ScenarioRequest,
): fc.Arbitrary<Step> | undefined {
  const shapes = parameters.filter((one) => !one.rest).map((one) => guessShape(one, request.values, request.types));
  if (shapes.includes(undefined)) return undefined;
  const args = shapes.flatMap((shape) => (shape === undefined ? [] : [arbitraryOf(shape, request.constants)]));
  if (args.length === 0) return fc.constant({ method, args: [] });
  const required = parameters.filter((one) => !one.optional && !one.rest).length;
  return fc
    .tuple(fc.tuple(...args), fc.integer({ min: required, max: args.length }))
    .map(([all, count]) => ({ method, args: all.slice(0, count) }));
}

function stepOf(step: Step, seen: readonly (readonly Arg[])[], constants: Constants): fc.Arbitrary<Step> {
  if (step.args.length === 0) return fc.constant(step);
  const shapes = step.args.map((_, index) =>
    shapeOf(seen.flatMap((args) => (index < args.length ? [args[index]!] : []))),
  );
  return fc.tuple(...shapes.map((shape) => arbitraryOf(shape, constants))).map((args) => ({ ...step, args }));
}
