// A caller may keep what it was given and change it: whether that reaches the code's own state can be seen afterwards.
const isPlain = (value) =>
  value !== null && typeof value === 'object' && [Object.prototype, null].includes(Object.getPrototypeOf(value));

/** Changes a container a little, always in the same way. What is frozen stays as it is. */
export function meddle(value, depth = 0) {
  if (depth > 3 || value === null || typeof value !== 'object' || Object.isFrozen(value)) return;
  if (Array.isArray(value)) {
    if (value.length > 0) meddle(value[0], depth + 1);
    if (Object.isExtensible(value)) value.push(value.length > 0 ? value[0] : 'meddled');
  } else if (value instanceof Map) {
    for (const one of value.values()) meddle(one, depth + 1);
    value.set('meddled', 'meddled');
  } else if (value instanceof Set) {
    value.add('meddled');
  } else if (isPlain(value)) {
    for (const [key, { value: one, writable }] of Object.entries(Object.getOwnPropertyDescriptors(value))) {
      if (one !== null && typeof one === 'object') meddle(one, depth + 1);
      else if (writable === true && typeof one === 'string') value[key] = `${one}!`;
      else if (writable === true && typeof one === 'number') value[key] = one + 1;
    }
  }
}
