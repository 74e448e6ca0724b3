// What the code under review does to what all modules share: globals, prototypes of built-ins, listeners, environment.
const SHARED = ['Math', 'JSON', 'Reflect', 'console', 'Intl', 'Atomics'];
// Node adds these by itself.
const EVENTS_OF_NODE = new Set(['warning', 'SIGWINCH', 'newListener', 'removeListener']);

/** Answers a function that names what changed since. */
export function watchGlobals() {
  const before = snapshot();
  return () => {
    const after = snapshot();
    const names = new Set([...before.keys(), ...after.keys()]);
    return [...names].filter((name) => !Object.is(before.get(name), after.get(name)));
  };
}

function snapshot() {
  const found = new Map();
  const look = (label, owner, skip = () => false) => {
    for (const key of Reflect.ownKeys(owner)) {
      if (skip(key)) continue;
      const descriptor = Object.getOwnPropertyDescriptor(owner, key);
      // Node defines some globals when they are first used: there, only whether they exist is told.
      const content = 'value' in descriptor ? descriptor.value : Reflect.get(descriptor, 'get');
      found.set(`${label}.${String(key)}`, owner === globalThis ? true : content);
    }
  };
  look('globalThis', globalThis, (key) => String(key).startsWith('$'));
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    const { value } = Object.getOwnPropertyDescriptor(globalThis, name);
    if (typeof value !== 'function' || !/^[A-Z]/.test(name)) continue;
    look(name, value, (key) => key === 'prototype');
    if (typeof value.prototype === 'object' && value.prototype !== null) look(`${name}.prototype`, value.prototype);
  }
  for (const name of SHARED) look(name, globalThis[name]);
  for (const event of process.eventNames()) {
    if (!EVENTS_OF_NODE.has(event)) found.set(`process.on('${String(event)}')`, process.listenerCount(event));
  }
  for (const [name, value] of Object.entries(process.env)) found.set(`process.env.${name}`, value);
  return found;
}
