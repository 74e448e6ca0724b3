export type Primitive = string | number | boolean | null | undefined | bigint;

/** An exported name of a module of the tree; `name` may be a path, such as `Money.of`. */
export interface Ref {
  readonly kind: 'ref';
  /** Path of the module at the base. */
  readonly module: string;
  readonly name: string;
}

/** Source text of an argument as a small tree, so that its parts can be varied without running anything. */
export type Arg =
  | { readonly kind: 'literal'; readonly value: Primitive }
  | { readonly kind: 'array'; readonly items: readonly Arg[] }
  | { readonly kind: 'object'; readonly entries: readonly (readonly [key: string, value: Arg])[] }
  | Ref
  /** Text with holes; what fills a hole can be varied like any other argument. */
  | { readonly kind: 'code'; readonly parts: readonly (string | Arg)[] };

export interface Step {
  /** Method of the object that the call answered; null calls the answer itself. */
  readonly method: string | null;
  readonly args: readonly Arg[];
  /** Called on what the step before answered. */
  readonly chained?: boolean;
  /** Called on what the step with that place in the list answered. */
  readonly of?: number;
}

/** One call of an exported function, with method calls on what it answers. */
export interface Scenario {
  readonly target: Ref;
  readonly create: boolean;
  readonly args: readonly Arg[];
  readonly steps: readonly Step[];
}

export const literal = (value: Primitive): Arg => ({ kind: 'literal', value });
export const array = (items: readonly Arg[]): Arg => ({ kind: 'array', items });
export const object = (entries: readonly (readonly [string, Arg])[]): Arg => ({ kind: 'object', entries });
export const code = (...parts: readonly (string | Arg)[]): Arg => ({ kind: 'code', parts });

/** Puts `, ` between arguments. */
export function commaSeparated(args: readonly Arg[]): (string | Arg)[] {
  return args.flatMap((arg, index) => (index === 0 ? [arg] : [', ', arg]));
}

/** The refs inside, in order. */
export function refsOf(arg: Arg): Ref[] {
  switch (arg.kind) {
    case 'literal':
      return [];
    case 'array':
      return arg.items.flatMap(refsOf);
    case 'object':
      return arg.entries.flatMap(([, value]) => refsOf(value));
    case 'ref':
      return [arg];
    case 'code':
      return arg.parts.flatMap((part) => (typeof part === 'string' ? [] : refsOf(part)));
  }
}
