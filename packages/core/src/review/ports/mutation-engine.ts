/** One small change of the code that a good test would notice. */
export interface Mutant {
  /** The file, relative to the root of the tree. */
  readonly path: string;
  /** From 1, as git counts lines. */
  readonly line: number;
  readonly endLine: number;
  /** The engine's name for the kind of change: `EqualityOperator`, `BlockStatement`, … */
  readonly operator: string;
  readonly original: string;
  /** As the engine prints it; `edit.text` has what this place needs around it, such as parentheses. */
  readonly replacement: string;
  /** What becomes of the source: the text between two offsets (UTF-16 units, from 0) is another one. */
  readonly edit: { readonly from: number; readonly to: number; readonly text: string };
}

export interface MutantRequest {
  readonly path: string;
  readonly source: string;
  /** Lines (from 1) that a mutant must not leave. */
  readonly lines: readonly number[];
}

export type MutantsFound =
  | { readonly kind: 'found'; readonly mutants: readonly Mutant[] }
  /** The engine does not know the language, or cannot read the text. */
  | { readonly kind: 'unknown'; readonly reason: string };

/** Makes mutants of source text; never runs it, and never reads configuration of the reviewed repository. */
export interface MutationEngine {
  /** For the report. */
  readonly name: string;
  /** The same text and lines give the same mutants in the same order. Throws nothing for a text it cannot read. */
  readonly find: (request: MutantRequest) => Promise<MutantsFound>;
  /** The source with this one mutant in it; undefined where that would be no program any more. */
  readonly apply: (mutant: Mutant, source: string) => Promise<string | undefined>;
}
