import type { CallReport, Outcome, Reads, Serialised, ThrownError } from './plan.js';

/** `unclear`: input for which engine errors or NaN show that it makes no sense to the code. */
export type Comparison = 'same' | 'different' | 'unclear';

export interface CompareOptions {
  /** Names of private fields; they are no behaviour. */
  readonly privateNames: ReadonlySet<string>;
  /** The input is of a kind that was not seen: only differences between sensible results count. */
  readonly lenient: boolean;
}

const TOLERANCE = 1e-12;

export function compareReports(base: CallReport, head: CallReport, options: CompareOptions): Comparison {
  if (base.args !== undefined || head.args !== undefined) {
    if (base.args !== undefined && head.args !== undefined) return 'unclear';
    return options.lenient ? 'unclear' : 'different';
  }
  // What never came to an end has no result that could be kept.
  if (base.o?.k === 'timeout' || base.o?.k === 'pending') return 'unclear';
  if (options.lenient && (isSenseless(base) || isSenseless(head) || showsNative(base))) return 'unclear';
  return firstDifference(base, head, options) === undefined ? 'same' : 'different';
}

/** The part of the two reports that differs, for showing it. */
export function firstDifference(base: CallReport, head: CallReport, options: CompareOptions): string | undefined {
  if (base.args !== undefined || head.args !== undefined) return 'args';
  if (!sameOutcome(base.o, head.o, options)) return 'o';
  const steps = Math.max(base.steps?.length ?? 0, head.steps?.length ?? 0);
  for (let index = 0; index < steps; index += 1) {
    if (!sameOutcome(base.steps?.[index], head.steps?.[index], options)) return `steps.${index}`;
  }
  if (!sameOptional(base.mutated, head.mutated, options)) return 'mutated';
  if (!sameValue({ $: 'array', v: base.callbacks ?? [] }, { $: 'array', v: head.callbacks ?? [] }, options))
    return 'callbacks';
  if (!sameValue({ $: 'array', v: base.trace ?? [] }, { $: 'array', v: head.trace ?? [] }, options)) return 'trace';
  if (isAskedOtherwise(base, head)) return 'asked';
  const reads = Math.max(base.reads?.length ?? 0, head.reads?.length ?? 0);
  for (let index = 0; index < reads; index += 1) {
    const name = readThatDiffers(base.reads?.[index], head.reads?.[index], options);
    if (name !== undefined) return `reads.${index}.${name}`;
  }
  const final = readThatDiffers(base.final, head.final, options);
  if (final !== undefined) return `final.0.${final}`;
  const lost = lostField(base, head, options);
  if (lost !== undefined) return `given.0.${lost}`;
  if (!sameOutcome(base.again, head.again, options)) return 'again';
  if ((base.shared ?? false) !== (head.shared ?? false)) return 'shared';
  if ((base.printed ?? '') !== (head.printed ?? '')) return 'printed';
  return base.exitCode === head.exitCode ? undefined : 'exitCode';
}

/** A callback that only answers may be asked more or less often, or not at all; what it is asked keeps its kind. */
function isAskedOtherwise(base: CallReport, head: CallReport): boolean {
  const heads = new Map(head.asked ?? []);
  return (base.asked ?? []).some(([callback, kinds]) => {
    const others = heads.get(callback);
    return others !== undefined && !kinds.some((kind) => others.includes(kind));
  });
}

/** Names that only one side has are judged elsewhere: by the members of the class. */
function readThatDiffers(base: Reads = [], head: Reads = [], options: CompareOptions): string | undefined {
  const heads = new Map(head);
  return base.find(([name, value]) => {
    const other = heads.get(name);
    return other !== undefined && !options.privateNames.has(name) && !sameValue(value, other, options);
  })?.[0];
}

/** A public field with what the caller gave, which can no longer be read. */
function lostField(base: CallReport, head: CallReport, { privateNames }: CompareOptions): string | undefined {
  if (head.o?.k !== 'value') return undefined;
  const kept = new Set([...(head.given ?? []), ...(head.reads?.[0] ?? []).map(([name]) => name)]);
  return (base.given ?? []).find((name) => !kept.has(name) && !privateNames.has(name));
}

function sameOptional(base: Serialised | undefined, head: Serialised | undefined, options: CompareOptions): boolean {
  if (base === undefined || head === undefined) return base === head;
  return sameValue(base, head, options);
}

export function sameOutcome(base: Outcome | undefined, head: Outcome | undefined, options: CompareOptions): boolean {
  if (base === undefined || head === undefined) return base === head;
  if (base.k === 'value' && head.k === 'value') return sameValue(base.v, head.v, options);
  if (base.k === 'throw' && head.k === 'throw') return sameError(base.e, head.e, options);
  if (base.k === 'exit' && head.k === 'exit') return base.code === head.code;
  return base.k === head.k;
}

/** The engine's own words quote names and source text, which a refactoring may change; the class is what stays. */
function sameError(base: ThrownError, head: ThrownError, options: CompareOptions): boolean {
  if (base.native !== head.native || base.c !== head.c) return false;
  if (base.native) return true;
  if (base.message !== head.message) return false;
  if (!sameOptional(base.value, head.value, options)) return false;
  return sameValue({ $: 'object', v: base.own ?? [] }, { $: 'object', v: head.own ?? [] }, options);
}

export function sameValue(base: Serialised, head: Serialised, options: CompareOptions): boolean {
  if (typeof base === 'number' && typeof head === 'number') {
    return sameNumber(base, head);
  }
  if (typeof base !== 'object' || typeof head !== 'object' || base === null || head === null) return base === head;
  if (base.$ !== head.$ || (base.f ?? false) !== (head.f ?? false)) return false;
  switch (base.$) {
    case 'float':
      return typeof base.v === 'number' && typeof head.v === 'number' ? sameNumber(base.v, head.v) : base.v === head.v;
    case 'array':
    case 'tuple':
    case 'set':
      return sameList(base.v as Serialised[], head.v as Serialised[], options);
    case 'map':
      return sameList(flat(base.v), flat(head.v), options);
    case 'boxed':
      return sameValue(base.v as Serialised, head.v as Serialised, options);
    case 'mapping':
      return base.c === head.c && sameValue(base.v as Serialised, head.v as Serialised, options);
    case 'object':
      return sameEntries(base.v as Entries, head.v as Entries, options);
    case 'instance':
      // How an object keeps its state is its own affair: fields that only one side has are not compared.
      return base.c === head.c && sameFields(base.v as Entries, head.v as Entries, options);
    case 'error':
      return sameError(base.v as ThrownError, head.v as ThrownError, options);
    default:
      return JSON.stringify(base) === JSON.stringify(head);
  }
}

function sameNumber(base: number, head: number): boolean {
  if (base === head) return true;
  if (Number.isInteger(base) && Number.isInteger(head)) return false;
  return Math.abs(base - head) <= TOLERANCE * Math.max(Math.abs(base), Math.abs(head));
}

type Entries = readonly (readonly [string, Serialised])[];

function flat(pairs: unknown): Serialised[] {
  return (pairs as readonly (readonly Serialised[])[]).flat();
}

function sameList(base: readonly Serialised[], head: readonly Serialised[], options: CompareOptions): boolean {
  return base.length === head.length && base.every((item, index) => sameValue(item, head[index] ?? null, options));
}

const isUndefined = (value: Serialised): boolean =>
  typeof value === 'object' && value !== null && value.$ === 'undefined';

/** The order of keys can be seen (JSON, loops), except that of keys without a value. */
function sameEntries(base: Entries, head: Entries, options: CompareOptions): boolean {
  if (base.length !== head.length) return false;
  const split = (entries: Entries): { filled: Entries; empty: string } => ({
    filled: entries.filter(([, value]) => !isUndefined(value)),
    empty: entries
      .filter(([, value]) => isUndefined(value))
      .map(([key]) => key)
      .sort()
      .join('\n'),
  });
  const [one, other] = [split(base), split(head)];
  if (one.empty !== other.empty || one.filled.length !== other.filled.length) return false;
  return one.filled.every(([key, value], index) => {
    const [otherKey, otherValue] = other.filled[index] ?? ['', null];
    return key === otherKey && sameValue(value, otherValue, options);
  });
}

function sameFields(base: Entries, head: Entries, options: CompareOptions): boolean {
  const heads = new Map(head);
  return base.every(([key, value]) => {
    const other = heads.get(key);
    return (
      other === undefined || key.startsWith('_') || options.privateNames.has(key) || sameValue(value, other, options)
    );
  });
}

function isSenseless(report: CallReport): boolean {
  return [report.o, ...(report.steps ?? [])].some((outcome) => {
    if (outcome?.k === 'throw') return outcome.e.native;
    if (outcome?.k !== 'value') return false;
    // `undefined` as an answer makes sense; inside of a text it does not.
    return /\bNaN\b|undefined|\[object /.test(JSON.stringify(outcome.v).replaceAll('"$":"undefined"', ''));
  });
}

/** It took a member that every object inherits for something of its own, and made a text of it. */
const showsNative = (report: CallReport): boolean =>
  [report.o, ...(report.steps ?? [])].some(
    (outcome) => outcome?.k === 'value' && JSON.stringify(outcome.v).includes('[native code]'),
  );

/** Whether the call did something on this side: it returned, or the code refused it by itself. */
export function isTelling(report: CallReport): boolean {
  if (report.args !== undefined || report.o === undefined) return false;
  return !(report.o.k === 'throw' && report.o.e.native) && report.o.k !== 'timeout' && report.o.k !== 'pending';
}

/** What kind of difference it is: a simplified call must show the same kind. */
export function kindOfDifference(base: CallReport, head: CallReport, options: CompareOptions): string {
  const part = firstDifference(base, head, options)?.replace(/\d+(?:\..*)?$/, '') ?? '';
  return [part, ...[base, head].map((report) => kindOfReport(report))].join(' ');
}

function kindOfReport({ args, o, steps }: CallReport): string {
  return [args, o, ...(steps ?? [])].some((one) => one?.k === 'throw' && one.e.native) ? 'native' : (o?.k ?? 'args');
}

/** Lower is easier to understand: results before refusals, errors of the engine last. */
export function rankOfDifference(base: CallReport, head: CallReport): number {
  const kinds = [kindOfReport(base), kindOfReport(head)];
  if (kinds.includes('native') || kinds.includes('args')) return 2;
  return kinds.every((kind) => kind === 'value') ? 0 : 1;
}
