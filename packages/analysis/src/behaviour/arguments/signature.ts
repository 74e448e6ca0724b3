import type { TSType } from '@babel/types';
import type { Arg } from './arg.js';

/** A function or class of a module. */
export interface Signature {
  readonly parameters: readonly Parameter[];
  /** Methods of what it answers (or constructs), as far as they are written in its body. */
  readonly methods: ReadonlyMap<string, readonly Parameter[]>;
}

export interface Parameter {
  readonly name: string;
  readonly optional: boolean;
  readonly rest: boolean;
  /** The default value, where it is a constant. */
  readonly fallback?: Arg;
  /** Keys of a destructured parameter. */
  readonly keys?: readonly Parameter[];
  readonly type?: TSType;
  readonly uses: Uses;
}

/** How the body treats the parameter, for a guess of its type. */
export interface Uses {
  readonly methods: readonly string[];
  readonly fields: readonly string[];
  readonly iterated: boolean;
  readonly calculated: boolean;
  readonly called: boolean;
  /** What conversions say: `Date.parse(x)`, `Number(x)`, `String(x)`, `x[0]`. */
  readonly types: readonly ('date' | 'number' | 'text' | 'list')[];
}
