// Turns any value into a JSON tree that tells apart what JSON.stringify folds together (undefined, -0, NaN, Map, Date,
// cycles, …). Runs beside the code under review, so it keeps its own copies of what it needs.
const { isArray } = Array;
const { getPrototypeOf, keys, getOwnPropertyDescriptor } = Object;
// `Reflect.apply` kept here, so that a changed prototype does not change what is seen.
const { apply } = Reflect;
const keep = (owner, name) => {
  const method = Reflect.get(owner.prototype, name);
  return (value) => apply(method, value, []);
};
const toStringTag = keep(Object, 'toString');
const mapEntries = keep(Map, 'entries');
const setValues = keep(Set, 'values');
const dateValue = keep(Date, 'getTime');
const MAX_NODES = 20_000;
const MAX_TEXT = 20_000;
const NATIVE_ERRORS = new Set(['TypeError', 'RangeError', 'ReferenceError', 'SyntaxError', 'URIError', 'EvalError']);

const tagged = ($, v) => ({ $, v });
const { isFrozen } = Object;
const withFrozen = (described, input) => (isFrozen(input) ? { ...described, f: true } : described);

function className(value) {
  const prototype = getPrototypeOf(value);
  if (prototype === null) return null;
  const descriptor = getOwnPropertyDescriptor(prototype, 'constructor');
  return descriptor !== undefined && typeof descriptor.value === 'function' ? descriptor.value.name : '';
}

export class Serialiser {
  constructor() {
    this.nodes = 0;
    this.seen = new Map();
  }

  value(input) {
    this.nodes += 1;
    if (this.nodes > MAX_NODES) return tagged('cut', 'too large');
    switch (typeof input) {
      case 'string':
        return input.length > MAX_TEXT ? tagged('text', [input.length, input.slice(0, 200), checksum(input)]) : input;
      case 'number':
        return Number.isFinite(input) && !Object.is(input, -0)
          ? input
          : tagged('number', Object.is(input, -0) ? '-0' : String(input));
      case 'boolean':
        return input;
      case 'undefined':
        return tagged('undefined');
      case 'bigint':
        return tagged('bigint', String(input));
      case 'symbol':
        return tagged('symbol', String(input.description));
      case 'function':
        return tagged('function');
      default:
        return input === null ? null : this.object(input);
    }
  }

  object(input) {
    const before = this.seen.get(input);
    if (before !== undefined) return tagged('same', before);
    this.seen.set(input, this.seen.size);
    try {
      return this.fresh(input);
    } catch (error) {
      // A proxy or a getter that throws: what it throws is what can be seen of it.
      return tagged('unreadable', String(error && error.name));
    }
  }

  fresh(input) {
    if (isArray(input)) {
      const items = [];
      for (let i = 0; i < input.length && this.nodes <= MAX_NODES; i += 1) {
        items.push(i in input ? this.value(input[i]) : tagged('hole'));
      }
      return withFrozen(tagged('array', items), input);
    }
    const kind = toStringTag(input).slice(8, -1);
    if (input instanceof Date) return tagged('date', dateValue(input));
    if (input instanceof RegExp) return tagged('regexp', `/${input.source}/${input.flags}@${input.lastIndex}`);
    if (input instanceof Error) return tagged('error', this.error(input, false));
    if (input instanceof Map) {
      return tagged(
        'map',
        [...mapEntries(input)].map(([key, value]) => [this.value(key), this.value(value)]),
      );
    }
    if (input instanceof Set)
      return tagged(
        'set',
        [...setValues(input)].map((value) => this.value(value)),
      );
    if (input instanceof Promise) return tagged('promise');
    if (ArrayBuffer.isView(input) && !(input instanceof DataView)) {
      return tagged('bytes', [kind, input.length, Array.from(input.subarray(0, 2000), String).join(',')]);
    }
    if (input instanceof URL || input instanceof URLSearchParams) return tagged('url', String(input));
    if (input instanceof String || input instanceof Number || input instanceof Boolean) {
      return tagged('boxed', this.value(input.valueOf()));
    }
    if (kind === 'WeakMap' || kind === 'WeakSet' || kind === 'WeakRef') return tagged('opaque', kind);
    const name = className(input);
    const plain = name === null || name === 'Object';
    const entries = keys(input).map((key) => [key, this.value(input[key])]);
    return withFrozen(plain ? tagged('object', entries) : { $: 'instance', c: name, v: entries }, input);
  }

  /** `native`: thrown by the engine itself, whose words quote source text and are no part of the behaviour. */
  error(input, native) {
    const own = keys(input)
      .filter((key) => key !== 'stack')
      .map((key) => [key, this.value(input[key])]);
    return { c: className(input) ?? '', message: String(input.message), native, own };
  }
}

function checksum(text) {
  let sum = 0;
  for (let i = 0; i < text.length; i += 1) sum = (Math.imul(sum, 31) + text.charCodeAt(i)) | 0;
  return sum;
}

export function serialise(value) {
  return new Serialiser().value(value);
}

/** `createdAt` tells whether the text at the top frame creates an error; the engine's own errors point elsewhere. */
export function serialiseThrown(thrown, createdAt) {
  if (!(thrown instanceof Error)) return { c: 'thrown', value: serialise(thrown), native: false };
  const name = className(thrown);
  const native = NATIVE_ERRORS.has(name ?? '') && !createdAt(thrown);
  return new Serialiser().error(thrown, native);
}
