import type { TypeProfile } from './type-profile.js';

/** Weights are log-odds: about 1 for a hint, 2 for a clear sign, 3 for one that seldom errs; below 0 speaks against. */
export interface RulePattern {
  /** Matched against lower case. `title`: without its scope or prefix, quoted parts blanked. `body`: the first 800 characters of prose, likewise. */
  readonly in: 'title' | 'body' | 'both';
  /** Without the `g` and `y` flags; keep it free of nested repetition, texts come from anybody. */
  readonly pattern: RegExp;
  readonly weight: number;
  /** In words that a person understands: it is shown with the classification. */
  readonly reason: string;
}

/**
 * What a plugin knows about the wording of its type: plain data, every part optional.
 * A rule speaks for or against its own type alone, so a new type touches no other.
 */
export interface RouterRule {
  /** Tracker labels (lower case). With a weight of 2 or more the label's meaning is known and it decides alone. */
  readonly labels?: Readonly<Record<string, number>>;
  /** Conventional-commit types and title tags: `fix` stands for "fix: …", "fix(scope): …" and "[fix] …". */
  readonly prefixes?: Readonly<Record<string, number>>;
  readonly patterns?: readonly RulePattern[];
  /** Headings of issue templates (lower case, without the `#`). */
  readonly headings?: Readonly<Record<string, number>>;
  /** Globs of changed files: the weight counts when all changed files match one of the globs. */
  readonly paths?: readonly { readonly globs: readonly string[]; readonly weight: number; readonly reason: string }[];
  /** Learned weights of this type. */
  readonly profile?: TypeProfile;
  /** For a type without a profile: about twenty requests of that type. */
  readonly examples?: readonly { readonly title: string; readonly body?: string }[];
}
