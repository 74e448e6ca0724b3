// What an object shows without a call: its getters and plain public fields, and at the end what it turns into.
import { isPublic, ownPrototypes } from './describe-exports.mjs';
import { serialise } from './serialise.mjs';

const MAX_ITEMS = 30;
const isGetter = (descriptor) => Reflect.get(descriptor, 'get') !== undefined;
const isPrimitive = (value) => value === null || !/^(?:object|function)$/.test(typeof value);

function gettersOf(object) {
  const names = new Set();
  for (const one of ownPrototypes(object)) {
    for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(one)))
      if (isGetter(descriptor) && isPublic(name)) names.add(name);
  }
  return [...names];
}

const look = (read) => {
  try {
    return serialise(read());
  } catch (error) {
    return { $: 'unreadable', v: String(error?.name) };
  }
};

/** Undefined where there is nothing to be read. */
export function readerOf(object) {
  if (object === null || typeof object !== 'object' || Array.isArray(object)) return undefined;
  const getters = gettersOf(object);
  const fields = Object.entries(Object.getOwnPropertyDescriptors(object)).filter(
    ([name, descriptor]) => !isGetter(descriptor) && isPublic(name),
  );
  if (getters.length === 0 && !fields.some(([, { value }]) => isPrimitive(value))) return undefined;
  const read = () => [
    ...getters.map((name) => [name, look(() => object[name])]),
    ...Object.entries(Object.getOwnPropertyDescriptors(object))
      .filter(([name, descriptor]) => !isGetter(descriptor) && isPublic(name) && isPrimitive(descriptor.value))
      .map(([name, { value }]) => [name, serialise(value)]),
  ];
  // Fields can be read without running anything of the code.
  return { read, runsCode: getters.length > 0 };
}

/** What loops, templates and JSON make of an object whose class says so; undefined where it says nothing. */
export function finalReaderOf(object) {
  if (object === null || typeof object !== 'object') return undefined;
  const prototypes = [...ownPrototypes(object)];
  const has = (key) => prototypes.some((one) => Object.hasOwn(one, key));
  const reads = [];
  if (has('toString')) reads.push(['toString()', () => String(object)]);
  if (has('toJSON')) reads.push(['toJSON()', () => object.toJSON()]);
  if (has('valueOf')) reads.push(['valueOf()', () => object.valueOf()]);
  if (has(Symbol.iterator) && typeof object.next !== 'function') reads.push(['[…]', () => firstItems(object)]);
  return reads.length === 0 ? undefined : () => reads.map(([name, read]) => [name, look(read)]);
}

function firstItems(iterable) {
  const items = [];
  for (const item of iterable) {
    items.push(item);
    if (items.length >= MAX_ITEMS) break;
  }
  return items;
}

/** Public fields that hold a plain value which the caller gave. */
export function givenFields(object, args) {
  if (object === null || typeof object !== 'object') return [];
  const given = args.flatMap((arg) => (arg !== null && typeof arg === 'object' ? Object.values(arg) : [arg]));
  return Object.entries(Object.getOwnPropertyDescriptors(object))
    .filter(([name, { value }]) => isPublic(name) && value !== undefined && isPrimitive(value) && given.includes(value))
    .map(([name]) => name);
}
