import { extractFeatures, featureValue } from '../features.js';
import type { TypeRule } from '../score-types.js';
import { TypeScorer } from '../score-types.js';
import { scopeProfile } from '../scope-profile.js';
import { readTaskText } from '../task-text.js';
import { type SoftmaxRow, trainSoftmax } from './softmax.js';

/** What a repository's own history adds to the learned weights: small enough for a configuration file. */
export interface RepositoryHabits {
  readonly version: 1;
  /** Rows that it was learned from. */
  readonly rows: number;
  readonly types: Readonly<
    Record<string, { readonly bias: number; readonly features: readonly (readonly [hash: number, weight: number])[] }>
  >;
}

export interface LabelledRow {
  readonly title: string;
  readonly body?: string;
  readonly type: string;
}

/** Fewer rows of known types than this teach nothing that holds. */
export const FEWEST_ROWS = 40;
const FEATURES_PER_TYPE = 150;

/**
 * Learns how one repository words its requests, as a small correction on top of the given rules and profiles.
 * Rows of types that are not loaded are left out. Pure: the same rows give the same habits.
 * Returns habits without any correction when there are fewer than `FEWEST_ROWS` rows.
 */
export function learnRepositoryHabits(rules: readonly TypeRule[], rows: readonly LabelledRow[]): RepositoryHabits {
  const scorer = new TypeScorer(rules, scopeProfile);
  const known = rows.filter((row) => scorer.types.includes(row.type)).slice(0, 20_000);
  if (known.length < FEWEST_ROWS) return { version: 1, rows: known.length, types: {} };
  const read = known.map((row) => {
    const text = readTaskText(row.title, row.body ?? '');
    return { row, text, vector: extractFeatures(text.title, text.prose) };
  });
  const counts = new Map<number, number>();
  for (const { vector } of read) for (const hash of vector.hashes) counts.set(hash, (counts.get(hash) ?? 0) + 1);
  const vocabulary = new Map([...counts].filter(([, count]) => count >= 4).map(([hash], index) => [hash, index]));
  const bias = vocabulary.size;
  const prepared = read.map(({ row, text, vector }): SoftmaxRow => {
    const used = [...vector.hashes.keys()].filter((index) => vocabulary.has(vector.hashes[index] as number));
    return {
      indices: Int32Array.from([
        ...used.map((index) => vocabulary.get(vector.hashes[index] as number) as number),
        bias,
      ]),
      values: Float32Array.from([...used.map((index) => featureValue(vector.kinds[index] as number)), 1]),
      target: scorer.types.indexOf(row.type),
      weight: 1,
      offset: Float64Array.from(scorer.score(text).shares, (share) => Math.log(Math.max(share, 1e-6))),
    };
  });
  const classes = scorer.types.length;
  const weights = trainSoftmax(prepared, { classes, features: bias + 1, penalty: 4, rounds: 40 });
  const types = Object.fromEntries(
    scorer.types.map((type, column) => [
      type,
      {
        bias: round(weights[bias * classes + column] as number),
        features: [...vocabulary]
          .map(([hash, index]) => [hash, round(weights[index * classes + column] as number)] as const)
          .filter(([, weight]) => Math.abs(weight) >= 0.02)
          .sort((a, b) => Math.abs(b[1]) - Math.abs(a[1]) || a[0] - b[0])
          .slice(0, FEATURES_PER_TYPE),
      },
    ]),
  );
  return { version: 1, rows: known.length, types };
}

/** Rows out of commit messages: the conventional-commit prefix names the type by the rules' own tables. */
export function rowsFromCommits(rules: readonly TypeRule[], messages: readonly string[]): LabelledRow[] {
  const rows: LabelledRow[] = [];
  for (const message of messages) {
    const [subject = '', ...rest] = message.split('\n');
    const match = /^\s*(?:\S{1,4}\s)?([A-Za-z][\w-]{1,20})(?:\([^)\n]{0,60}\))?!?:\s+(\S.*)$/.exec(
      subject.slice(0, 400),
    );
    if (match === null) continue;
    const prefix = (match[1] as string).toLowerCase();
    const named = rules.filter(
      ({ rule }) =>
        rule.prefixes !== undefined && Object.hasOwn(rule.prefixes, prefix) && (rule.prefixes[prefix] as number) >= 2,
    );
    if (named.length !== 1) continue;
    rows.push({ title: match[2] as string, body: rest.join('\n').trim(), type: (named[0] as TypeRule).type });
  }
  return rows;
}

const round = (value: number): number => Number(value.toFixed(3));
