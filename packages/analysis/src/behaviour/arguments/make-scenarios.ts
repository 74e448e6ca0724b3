import fc from 'fast-check';
import { literal, type Arg, type Ref, type Scenario, type Step } from './arg.js';
import { arbitraryOf, sample } from './arbitrary.js';
import type { Constants } from './constants.js';
import { curiousVariants, daysIn } from './curious.js';
import { guessShape, type SeenValues } from './guess-shape.js';
import { namedTexts } from './named-texts.js';
import { describeScenario, READABLE_JS } from './print-arg.js';
import { methodsOf, sequences } from './sequences.js';
import { emptyShape, shapeOf, type Shape } from './shape.js';
import type { Parameter, Signature } from './signature.js';
import type { TypeIndex } from '../javascript/type-index.js';
import { watchedNeighbours } from './watched.js';
import { farVariants, focusedVariants, nearVariants } from './variants.js';

/** How sure it is that the input makes sense: seen or like the seen, guessed from the code, or of another kind. */
export type Origin = 'near' | 'guessed' | 'far';

export interface PlannedScenario {
  readonly scenario: Scenario;
  readonly origin: Origin;
  /** The caller changes what it gave and got, and goes on. */
  readonly probe?: boolean;
}

export interface ScenarioRequest {
  readonly target: Ref;
  readonly create: boolean;
  readonly seen: readonly Scenario[];
  /** At the base and at the head; undefined where the function was not found. */
  readonly signatures: readonly (Signature | undefined)[];
  readonly constants: Constants;
  readonly values: SeenValues;
  readonly types: TypeIndex;
  readonly seed: number;
  readonly limit: number;
}

export interface ScenarioSet {
  readonly planned: readonly PlannedScenario[];
  /** Domain of each argument, to keep simplified arguments inside it. */
  readonly shapes: readonly Shape[];
  /** Why there is nothing to call it with. */
  readonly reason?: string;
}

export function makeScenarios(request: ScenarioRequest): ScenarioSet {
  const { seen, constants } = request;
  const places = placesOf(request);
  if (places.unknown !== undefined && seen.length === 0) {
    return { planned: [], shapes: [], reason: `no test or caller shows what its parameter ${places.unknown} is` };
  }
  const { shapes, optionalFrom, required } = places;
  const whole = wholeOf(shapes);
  const bag = new Bag(request.limit);
  const call = (args: readonly Arg[], steps: readonly Step[] = []): Scenario => ({
    target: request.target,
    create: request.create,
    args,
    steps,
  });
  const most = Math.max(-1, ...seen.map((one) => one.args.length));
  // An argument more than any caller passes: it may not be meant for others.
  const usual = ({ args }: Scenario): Origin => (args.length > most ? 'guessed' : 'near');

  for (const scenario of seen) bag.add(scenario, 'near', Infinity);
  const bases = seen.length > 0 ? seen : guessedBases(shapes, constants, whole, request.seed).map((args) => call(args));
  const add = (scenario: Scenario, guessed = false): boolean =>
    bag.add(scenario, guessed ? 'guessed' : usual(scenario));

  for (const base of bases) bag.add(base, usual(base), Infinity);
  const share = Math.floor(request.limit / 4);

  bag.open(share);
  for (const base of bases) for (const args of focusedVariants(base.args, constants)) add(call(args, base.steps));
  bag.open(share);
  interleave(
    bases.slice(0, 12).map((base) => neighbours(base, shapes, constants, whole, optionalFrom)),
    add,
  );
  // Where there are methods, the order of the calls tells more than other arguments.
  bag.open(methodsOf(request).size > 0 ? share * 2 : share);
  const orders = sequences(request, bases);
  for (const { scenario, guessed } of orders) add(scenario, guessed);
  bag.open(MAX_WATCHED);
  interleave(
    bases.slice(0, 6).map((base) => watchedNeighbours(base, request.signatures)),
    (scenario) => bag.add(scenario, 'guessed'),
  );
  bag.open(MAX_CURIOUS);
  interleave(
    bases.slice(0, 6).map((base) => curiousNeighbours(base, constants, required, shapes)),
    (scenario) => bag.add(scenario, 'guessed'),
  );
  bag.open(request.limit - bag.size);
  for (const [index, args] of generated(shapes, optionalFrom, constants, whole, request).entries()) {
    const order = index % 3 === 0 ? undefined : orders[index % Math.max(1, orders.length)];
    const steps = order?.scenario.steps ?? bases[index % Math.max(1, bases.length)]?.steps ?? [];
    add(call(args, steps), order?.guessed);
  }
  bag.open(Math.floor(request.limit / 5));
  interleave(
    bases.slice(0, 4).map((base) => farNeighbours(base)),
    (scenario) => bag.add(scenario, 'far'),
  );
  // Early enough for a budget that ends before all calls are made.
  bag.planned.splice(MAX_BEFORE_PROBES, 0, ...probes(bag.planned));
  return { planned: bag.planned, shapes };
}

const PROBES = 6;
const MAX_CURIOUS = 60;
const MAX_WATCHED = 24;
const MAX_BEFORE_PROBES = 60;

/** Some of the calls once more, with a caller that changes what it gave and got; the longest histories tell the most. */
function probes(planned: readonly PlannedScenario[]): PlannedScenario[] {
  const near = planned.filter(({ origin }) => origin !== 'far');
  const long = near.filter(({ scenario }) => scenario.steps.length > 3).slice(0, PROBES * 3);
  return [...near.slice(0, PROBES), ...long].map((one) => ({ ...one, probe: true }));
}

/** Keeps each scenario once, in order, and no more than was opened. */
class Bag {
  readonly planned: PlannedScenario[] = [];
  private readonly known = new Set<string>();
  private until: number;

  constructor(limit: number) {
    this.until = limit;
  }

  get size(): number {
    return this.planned.length;
  }

  open(count: number): void {
    this.until = this.size + Math.max(0, count);
  }

  add(scenario: Scenario, origin: Origin, until = this.until): boolean {
    if (this.size >= until) return false;
    const text = describeScenario(scenario, READABLE_JS);
    if (this.known.has(text) || text.length > 20_000) return true;
    this.known.add(text);
    this.planned.push({ scenario, origin });
    return true;
  }
}

/** One of each in turn, so that a limit does not starve the later ones. */
function interleave<T>(sources: readonly Generator<T>[], take: (item: T) => boolean): void {
  let open = [...sources];
  while (open.length > 0) {
    const next: Generator<T>[] = [];
    for (const source of open) {
      const item = source.next();
      if (item.done === true) continue;
      if (!take(item.value)) return;
      next.push(source);
    }
    open = next;
  }
}

interface Places {
  readonly shapes: readonly Shape[];
  /** From this argument on they may be left out. */
  readonly optionalFrom: number;
  /** So many arguments have to be there, by the signatures; fewer than the seen calls pass, perhaps. */
  readonly required: number;
  /** The first parameter about which nothing is known. */
  readonly unknown?: string;
}

function placesOf(request: ScenarioRequest): Places {
  const { seen } = request;
  const lists = request.signatures.flatMap((one) => (one === undefined ? [] : [one.parameters]));
  const longest = Math.max(0, ...seen.map((one) => one.args.length), ...lists.map((list) => list.length));
  const least = seen.length > 0 ? Math.min(...seen.map((one) => one.args.length)) : undefined;
  const shapes: Shape[] = [];
  let required = 0;
  for (let index = 0; index < longest; index += 1) {
    const args = seen.flatMap((one) => (index < one.args.length ? [one.args[index]!] : []));
    const known = lists.map((list) => list[index]).filter((one) => one !== undefined);
    const isRest = known.some((one) => one.rest);
    const shape = args.length > 0 ? shapeOf(args) : undefined;
    for (const parameter of known) if (shape !== undefined) addKeys(shape, parameter, request);
    const texts = known.map((one) => namedTexts(one.type, request.types)).find((one) => one !== undefined);
    if (texts !== undefined && shape?.strings.every((text) => texts.includes(text)) === true)
      Object.assign(shape, { strings: [...texts], closed: true });
    const guess =
      shape ?? known.map((one) => guessShape(one, request.values, request.types)).find((one) => one !== undefined);
    if (guess === undefined) {
      if (isRest || known.every((one) => one.optional)) break;
      if (seen.length > 0) break;
      const [first] = known;
      return {
        shapes,
        optionalFrom: required,
        required,
        unknown: first === undefined || first.name === '' ? `number ${index + 1}` : first.name,
      };
    }
    shapes.push(guess);
    if (known.length > 0 && !known.some((one) => one.optional) && !isRest) required = index + 1;
  }
  return { shapes, required, optionalFrom: Math.min(least ?? required, shapes.length) };
}

/** Option keys that the code reads and no test passes. */
function addKeys(shape: Shape, parameter: Parameter, request: ScenarioRequest): void {
  if (shape.objects === 0) return;
  for (const key of parameter.keys ?? []) {
    if (shape.fields.has(key.name)) {
      const field = shape.fields.get(key.name)!;
      if (key.optional) field.count = Math.min(field.count, shape.objects - 1);
      continue;
    }
    const field = guessShape(key, request.values, request.types);
    if (field !== undefined) shape.fields.set(key.name, { ...field, count: 0 });
  }
}

function wholeOf(shapes: readonly Shape[]): Shape {
  const whole = emptyShape();
  shapes.forEach((shape, index) => whole.fields.set(String(index), shape));
  return whole;
}

function guessedBases(shapes: readonly Shape[], constants: Constants, whole: Shape, seed: number): Arg[][] {
  if (shapes.length === 0) return [[]];
  return sample(fc.tuple(...shapes.map((shape) => arbitraryOf(shape, constants, whole))), 6, seed);
}

function* neighbours(
  base: Scenario,
  shapes: readonly Shape[],
  constants: Constants,
  whole: Shape,
  optionalFrom: number,
): Generator<Scenario> {
  for (let length = base.args.length - 1; length >= optionalFrom; length -= 1)
    yield { ...base, args: base.args.slice(0, length) };
  // An optional argument that this call leaves out; those before it get what a caller would write: undefined.
  for (let index = base.args.length; index < shapes.length; index += 1) {
    const gap = Array.from({ length: index - base.args.length }, () => literal(undefined));
    const shape = shapes[index]!;
    for (const value of sample(arbitraryOf(shape, constants, whole), 6, index))
      yield { ...base, args: [...base.args, ...gap, value] };
  }
  const inTurn = base.args.map((arg, index) => ({
    index,
    source: nearVariants(arg, shapes[index] ?? shapeOf([arg]), constants, whole),
  }));
  for (let open = inTurn; open.length > 0;) {
    const next: typeof inTurn = [];
    for (const one of open) {
      const item = one.source.next();
      if (item.done === true) continue;
      yield { ...base, args: base.args.map((arg, at) => (at === one.index ? item.value : arg)) };
      next.push(one);
    }
    open = next;
  }
  for (const [index, step] of base.steps.entries()) {
    for (const [place, arg] of step.args.entries()) {
      for (const varied of nearVariants(arg, shapeOf([arg]), constants, whole)) {
        const args = step.args.map((one, at) => (at === place ? varied : one));
        yield { ...base, steps: base.steps.map((one, at) => (at === index ? { ...one, args } : one)) };
      }
    }
  }
}

function* curiousNeighbours(
  base: Scenario,
  constants: Constants,
  required: number,
  shapes: readonly Shape[],
): Generator<Scenario> {
  const days = daysIn([...base.args, ...base.steps.flatMap((step) => step.args)]);
  const starts = [base.args, ...(base.args.length > required ? [base.args.slice(0, required)] : [])];
  const sources = starts.flatMap((args) =>
    args.flatMap((arg, index) =>
      shapes[index]?.closed === true ? [] : [{ args, index, variants: curiousVariants(arg, constants, days) }],
    ),
  );
  for (let open = sources; open.length > 0;) {
    const next: typeof sources = [];
    for (const one of open) {
      const item = one.variants.next();
      if (item.done === true) continue;
      yield { ...base, args: one.args.with(one.index, item.value) };
      next.push(one);
    }
    open = next;
  }
  for (const [index, step] of base.steps.entries())
    for (const [place, arg] of step.args.entries())
      for (const varied of curiousVariants(arg, constants, days))
        yield { ...base, steps: base.steps.with(index, { ...step, args: step.args.with(place, varied) }) };
}

function* farNeighbours(base: Scenario): Generator<Scenario> {
  for (const [index, arg] of base.args.entries()) {
    for (const varied of farVariants(arg))
      yield { ...base, args: base.args.map((one, at) => (at === index ? varied : one)) };
  }
}

function generated(
  shapes: readonly Shape[],
  optionalFrom: number,
  constants: Constants,
  whole: Shape,
  request: ScenarioRequest,
): Arg[][] {
  if (shapes.length === 0) return [];
  const lengths = fc.integer({ min: optionalFrom, max: shapes.length });
  const seenLengths = request.seen.map((one) => one.args.length);
  const rest = request.signatures.some((one) => one?.parameters.at(-1)?.rest === true);
  const length = seenLengths.length > 0 ? fc.oneof(fc.constantFrom(...seenLengths), lengths) : lengths;
  const args = fc.tuple(...shapes.map((shape) => arbitraryOf(shape, constants, whole)));
  const last = shapes.at(-1)!;
  const more = rest ? fc.array(arbitraryOf(last, constants, whole), { maxLength: 3 }) : fc.constant<Arg[]>([]);
  const lists = fc
    .tuple(args, length, more)
    .map(([all, count, extra]) => (count === all.length ? [...all, ...extra] : all.slice(0, count)));
  return sample(lists, request.limit, request.seed);
}
