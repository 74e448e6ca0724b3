import { array, code, literal, object, type Arg } from './arg.js';
import type { Serialised } from '../running/plan.js';

/** A value as an argument; undefined for what is more than plain data and dates. */
export function plainArg(value: Serialised): Arg | undefined {
  if (typeof value !== 'object' || value === null) return literal(value);
  if (value.$ === 'undefined') return literal(undefined);
  if (value.$ === 'array') {
    const items = (value.v as readonly Serialised[]).map(plainArg);
    return items.includes(undefined) ? undefined : array(items.filter((item) => item !== undefined));
  }
  if (value.$ === 'float' && typeof value.v === 'number' && !Number.isInteger(value.v)) return literal(value.v);
  if (value.$ === 'date' && typeof value.v === 'number') return code('new Date(', literal(value.v), ')');
  if (value.$ !== 'object') return undefined;
  const entries: [string, Arg][] = [];
  for (const [key, inner] of value.v as readonly (readonly [string, Serialised])[]) {
    const arg = plainArg(inner);
    if (arg === undefined) return undefined;
    entries.push([key, arg]);
  }
  return object(entries);
}
