import type { Arg } from './arg.js';

/** What was seen at one place of the arguments: the domain from which more are made. */
export interface Shape {
  /** How often something was here. */
  count: number;
  numbers: number[];
  strings: string[];
  /** Other values that are taken as they are: booleans, null, undefined, bigints, code. */
  others: Arg[];
  arrays: number;
  longest: number;
  items: Shape | undefined;
  objects: number;
  readonly fields: Map<string, Shape>;
  /** A declared type names all the texts that there can be. */
  closed?: boolean;
}

const MAX_SEEN = 40;
/** Longer texts are taken as they are. */
const MAX_TEXT = 600;

export function emptyShape(): Shape {
  return {
    count: 0,
    numbers: [],
    strings: [],
    others: [],
    arrays: 0,
    longest: 0,
    items: undefined,
    objects: 0,
    fields: new Map(),
  };
}

export function shapeOf(args: readonly Arg[]): Shape {
  const shape = emptyShape();
  for (const arg of args) addTo(shape, arg);
  return shape;
}

export function addTo(shape: Shape, arg: Arg): void {
  shape.count += 1;
  if (arg.kind === 'literal' && typeof arg.value === 'number') addOnce(shape.numbers, arg.value);
  else if (arg.kind === 'literal' && typeof arg.value === 'string' && arg.value.length <= MAX_TEXT)
    addOnce(shape.strings, arg.value);
  else if (arg.kind === 'array') {
    shape.arrays += 1;
    shape.longest = Math.max(shape.longest, arg.items.length);
    shape.items ??= emptyShape();
    for (const item of arg.items) addTo(shape.items, item);
  } else if (arg.kind === 'object') {
    shape.objects += 1;
    for (const [key, value] of arg.entries) {
      const field = shape.fields.get(key) ?? emptyShape();
      shape.fields.set(key, field);
      addTo(field, value);
    }
  } else {
    const text = JSON.stringify(arg, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));
    const known = shape.others.some(
      (other) =>
        JSON.stringify(other, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)) === text,
    );
    if (!known && shape.others.length < MAX_SEEN) shape.others.push(arg);
    if (arg.kind === 'literal' && typeof arg.value === 'boolean' && shape.others.length < MAX_SEEN) {
      const other = !arg.value;
      if (!shape.others.some((one) => one.kind === 'literal' && one.value === other))
        shape.others.push({ kind: 'literal', value: other });
    }
  }
}

function addOnce<T>(list: T[], value: T): void {
  if (list.length < MAX_SEEN && !list.includes(value)) list.push(value);
}

/** A field that some of the objects lack, or that may be undefined. */
export function isOptional(field: Shape, objects: number): boolean {
  return field.count < objects || field.others.some((other) => other.kind === 'literal' && other.value == null);
}

/** All numbers and strings anywhere inside. */
export function leavesOf(shape: Shape): { numbers: number[]; strings: string[] } {
  const parts = [...shape.fields.values(), ...(shape.items === undefined ? [] : [shape.items])].map(leavesOf);
  return {
    numbers: [...new Set([...shape.numbers, ...parts.flatMap((part) => part.numbers)])],
    strings: [...new Set([...shape.strings, ...parts.flatMap((part) => part.strings)])],
  };
}
