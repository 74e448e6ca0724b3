// Callbacks and objects that the caller gives, with a record of how they are used: when they begin, with what, and when
// they end. What they answer later comes after everything that could happen at once, so that the number of turns between
// two promises is no matter, and their order is.
import { serialise } from './serialise.mjs';

const MAX_EVENTS = 120;
const later = setImmediate;
const isPromise = (value) => value !== null && typeof value === 'object' && typeof value.then === 'function';
let events = [];
let kinds = new Map();
let count = 0;
let promises = 0;
let seesThis = false;

/** From here on, what callbacks see as `this` is part of how they are called. */
export function watchThis() {
  seesThis = true;
}

/** Nothing and the global object are one: a function in sloppy mode cannot tell them apart. */
export function kindOfThis(owner) {
  if (!seesThis || owner === undefined || owner === null || owner === globalThis) return [];
  return [{ $: 'this', v: `this: ${kindOf(owner)}` }];
}

export function startTrace() {
  events = [];
  kinds = new Map();
  count = 0;
  promises = 0;
}

/** Something that the caller sees: an item of a generator, an answer. */
export function mark(name) {
  if (events.length < MAX_EVENTS) events.push({ name });
}

/** Undefined where nothing of it was used. */
export function takeTrace() {
  const seen = events.filter(({ isPlain }) => isPlain !== true);
  const trace = seen.map(({ name, args }) => ({ $: 'array', v: args === undefined ? [name] : [name, args] }));
  return {
    ...(seen.some(({ args }) => args !== undefined) ? { trace } : {}),
    ...(kinds.size > 0 ? { asked: [...kinds].map(([id, found]) => [id, [...found]]) } : {}),
  };
}

function kindOf(value) {
  if (value === null || typeof value !== 'object') return value === null ? 'null' : typeof value;
  return Array.isArray(value) ? 'array' : (Object.getPrototypeOf(value)?.constructor?.name ?? 'object');
}

/** `list.map(f)` gives more than `f(item)`; a callback that takes one thing sees no difference. */
function ofLoop(args) {
  const [item, index, list] = args;
  return args.length === 3 && Array.isArray(list) && list[index] === item ? [item] : args;
}

function record(label, taken, call, fails, owner = []) {
  // What they are asked counts by its kind only, as long as they just answer: how often is no matter then.
  const event = { name: `${label} begins`, args: undefined, isPlain: true };
  const plain = ofLoop(taken);
  if (events.length < MAX_EVENTS) events.push(event);
  // Before the call, which may change them.
  const shown = serialise(plain);
  shown.v?.push(...owner);
  const show = () => {
    event.isPlain = false;
    event.args = shown;
  };
  let result;
  try {
    result = call();
  } catch (error) {
    show();
    mark(`${label} throws`);
    throw error;
  }
  if (isPromise(result)) {
    show();
    promises += 1;
    const isRefused = promises === fails;
    return new Promise((resolve, reject) => {
      const end = (how, settle) =>
        later(() => {
          mark(`${label} ${how}`);
          settle();
        });
      result.then(
        (value) => (isRefused ? end('fails', () => reject(new Error('refused'))) : end('ends', () => resolve(value))),
        (error) => end('fails', () => reject(error)),
      );
    });
  }
  if (result === undefined) {
    show();
  } else {
    const found = kinds.get(label) ?? new Set();
    kinds.set(label, found);
    found.add([...plain.map(kindOf), ...owner.map(({ v }) => v)].join(', '));
  }
  return result;
}

/** A function of a test; with `fails` the promise with that number is refused. */
export function recorded(implementation, fails) {
  const label = `callback ${(count += 1)}`;
  function wrapped(...args) {
    const taken = args.slice(0, Math.max(1, implementation.length));
    const call = () =>
      new.target === undefined
        ? Reflect.apply(implementation, this, args)
        : Reflect.construct(implementation, args, new.target === wrapped ? implementation : new.target);
    return record(label, taken, call, fails, new.target === undefined ? kindOfThis(this) : []);
  }
  Object.defineProperty(wrapped, 'length', { value: implementation.length });
  Object.defineProperty(wrapped, 'name', { value: implementation.name });
  return wrapped;
}

/** An object whose methods are recorded. */
export function watched(object, fails) {
  if (object === null || typeof object !== 'object') return object;
  return new Proxy(object, {
    get: (target, key) => {
      const value = Reflect.get(target, key, target);
      if (typeof value !== 'function' || typeof key === 'symbol') return value;
      return (...args) => record(`.${key}`, args, () => Reflect.apply(value, target, args), fails);
    },
  });
}
