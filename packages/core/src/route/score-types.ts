import { applyPaths, applyRule } from './apply-rule.js';
import type { RouteSignal } from './classification.js';
import { profileFromExamples } from './example-profile.js';
import { extractFeatures, type FeatureVector, featureValue, featureWords } from './features.js';
import type { RepositoryHabits } from './learn/habits.js';
import type { RouterRule } from './router-rule.js';
import { scopeRule } from './scope-rule.js';
import type { TaskText } from './task-text.js';
import { decodeProfile, type DecodedProfile, PROFILE_VERSION, type TypeProfile } from './type-profile.js';
import { WeightTable } from './weight-table.js';

/**
 * How rare a type without a learned profile is taken to be before its rule has spoken, in log-odds. A clear sign (2) then
 * wins where the likeliest profiled type has less than about half, two of them where it has less than nine tenths.
 * Fitted with rules written for the purpose on commits of public histories that no profile of the fit had seen.
 */
const UNPROFILED_BIAS = -1.25;
/** The surer a profiled type is, the more a new type must say: the log of what that type leaves over is added, but not below this. */
const LEAST_LEFT = -6;
const SILENT_STEP = 0.7;
/** A clear sign (2) of a new type gives it half of the share of "none of the types", where its requests were before it came. */
const HALF_OF_NONE = 2;
/** A type without a profile is heard from here on: more than a hint (1), less than a clear sign (2). */
const SPEAKS = 1.3;
/** Words of a handful of examples add at most this where the type's own rule, read on the same text, found no sign of it. */
const EXAMPLES_HINT = 1;
/** The same where no type has a profile, so that rules alone may decide. */
const RULES_ONLY_BIAS = -1.5;
/** Below this a feature's weight is not worth a word. */
const TELLING = 0.25;

export interface TypeRule {
  readonly type: string;
  readonly rule: RouterRule;
}

export interface TypeScores {
  /** Share of each type, in the order of `types`; together with `outside` they add up to 1. */
  readonly shares: readonly number[];
  /** Share of "none of the types". */
  readonly outside: number;
  /** What the rule of each type said, summed. */
  readonly ruled: readonly number[];
  readonly vector: FeatureVector;
  /** Row of each feature in the table of weights, -1 where it is unknown. */
  readonly rows: Int32Array;
  readonly signals: readonly RouteSignal[];
}

/**
 * Scores one text for all types. Every type has its own sum (rule and profile of that type alone); the shares are the
 * softmax of the sums. Types without a profile compete as "this type against all others", so one whose rule is silent
 * takes at most a twentieth and leaves the order of the others as it was.
 */
export class TypeScorer {
  readonly types: readonly string[];
  private readonly rules: readonly RouterRule[];
  private readonly profiled: readonly boolean[];
  private readonly allProfiled: boolean;
  /** Types whose learned weights are those of a few examples, beside a rule that could have spoken. */
  private readonly hinted: readonly boolean[];
  private readonly bias: readonly number[];
  private readonly meanBias: number;
  private readonly table: WeightTable;
  private readonly scopeColumn: number;

  constructor(rules: readonly TypeRule[], scope: TypeProfile | undefined, habits?: RepositoryHabits) {
    const sorted = [...rules].sort((a, b) => (a.type < b.type ? -1 : 1));
    this.types = sorted.map(({ type }) => type);
    this.rules = sorted.map(({ rule }) => rule);
    this.scopeColumn = sorted.length;
    const columns = new Map<number, DecodedProfile>();
    sorted.forEach(({ rule }, column) => {
      const decoded = decodedOf(rule);
      if (decoded !== null) columns.set(column, decoded);
    });
    if (scope !== undefined && scope.version === PROFILE_VERSION) columns.set(this.scopeColumn, decodeProfile(scope));
    if (habits !== undefined) applyHabits(columns, this.types, habits);
    this.profiled = sorted.map(({ rule }) => rule.profile !== undefined);
    this.allProfiled = sorted.length > 0 && this.profiled.every(Boolean);
    this.hinted = sorted.map(
      ({ type, rule }) =>
        rule.profile === undefined && (rule.patterns ?? []).length > 0 && !Object.hasOwn(habits?.types ?? {}, type),
    );
    this.bias = [...sorted.keys(), this.scopeColumn].map((column) => columns.get(column)?.bias ?? 0);
    this.meanBias = this.bias.reduce((sum, bias) => sum + bias, 0) / this.bias.length;
    this.table = new WeightTable(sorted.length + 1, columns);
  }

  score(text: TaskText, extra: readonly RouteSignal[] = []): TypeScores {
    const vector = extractFeatures(text.title, text.prose);
    const sums = Float64Array.from(this.bias);
    const rows = this.table.addAll(vector, sums);
    const outcomes = this.rules.map((rule, column) => applyRule(this.types[column] as string, rule, text));
    outcomes.forEach(({ total }, column) => {
      const learned = sums[column] as number;
      sums[column] = total + (this.hinted[column] && total <= 0 ? Math.min(EXAMPLES_HINT, learned) : learned);
    });
    sums[this.scopeColumn]! += applyRule('', scopeRule, text).total;
    for (const { type, weight } of extra) {
      const column = this.types.indexOf(type);
      if (column >= 0) sums[column]! += weight;
    }
    const ruled = outcomes.map(({ total }) => total);
    const signals = outcomes.flatMap((outcome) => outcome.signals);
    return { ...this.shares(sums), ruled, vector, rows, signals };
  }

  /** The signals of all rules, and what the learned weights say of the named types, for people. */
  explain({ signals, vector, rows }: TypeScores, types: readonly string[]): RouteSignal[] {
    const all = [...signals];
    for (const type of types) {
      const column = this.types.indexOf(type);
      const signal = column < 0 ? null : this.modelSignal(type, column, vector, rows);
      if (signal !== null) all.push(signal);
    }
    return all;
  }

  pathSignals(changedPaths: readonly string[]): RouteSignal[] {
    return this.rules.flatMap((rule, column) => applyPaths(this.types[column] as string, rule, changedPaths));
  }

  private shares(sums: Float64Array): { shares: number[]; outside: number } {
    if (this.allProfiled) {
      const all = softmax(sums);
      return { outside: all.pop() as number, shares: all };
    }
    const anyProfile = this.profiled.some(Boolean);
    // What profiled types and "none" say is relative to each other; it is put on the scale of log-probabilities first.
    const base = [...this.profiled.keys()].filter((column) => this.profiled[column]);
    const relative = logSumExp([
      ...base.map((column) => sums[column] as number),
      ...(anyProfile ? [sums[this.scopeColumn] as number] : []),
    ]);
    const scopeLevel = anyProfile ? (sums[this.scopeColumn] as number) - relative : (sums[this.scopeColumn] as number);
    const profiledLevels = base.map((column) => (sums[column] as number) - relative);
    const left = Math.log(Math.max(1e-9, 1 - Math.exp(Math.max(...profiledLevels))));
    const start = anyProfile ? UNPROFILED_BIAS + Math.max(LEAST_LEFT, left) : RULES_ONLY_BIAS;
    // A type that has nothing to say never comes before one that has: not even where all of them are unlikely.
    const silent = Math.min(start, ...profiledLevels) - SILENT_STEP;
    const speaks = this.types.map((_, column) => !this.profiled[column] && (sums[column] as number) >= SPEAKS);
    // Requests of a new type were "none of the types" when the profiles were learned: it takes its part of that share.
    const claims = this.types.map((_, column) =>
      anyProfile && speaks[column] ? (sums[column] as number) - HALF_OF_NONE : -Infinity,
    );
    const unclaimed = -logSumExp([0, ...claims]);
    const levels = this.types.map((_, column) => {
      const sum = sums[column] as number;
      if (this.profiled[column]) return sum - relative;
      if (!anyProfile) return start + sum;
      if (!speaks[column]) return silent + Math.min(0, sum);
      return logSumExp([start + sum, scopeLevel + unclaimed + (claims[column] as number)]);
    });
    levels.push(scopeLevel + unclaimed);
    const all = softmax(levels);
    return { outside: all.pop() as number, shares: all };
  }

  private modelSignal(type: string, column: number, vector: FeatureVector, rows: Int32Array): RouteSignal | null {
    let sum = (this.bias[column] as number) - this.meanBias;
    const words: { weight: number; index: number }[] = [];
    for (let index = 0; index < vector.hashes.length; index += 1) {
      const row = rows[index] as number;
      if (row < 0) continue;
      const weight = this.table.relativeWeight(row, column) * featureValue(vector.kinds[index] as number);
      sum += weight;
      if (weight > TELLING) words.push({ weight, index });
    }
    if (sum === 0) return null;
    const telling = words
      .sort((a, b) => b.weight - a.weight || a.index - b.index)
      .slice(0, 8)
      .map(({ index }) => featureWords(vector, index));
    const shown = [...new Set(telling)]
      .filter((word) => word.trim() !== '')
      .slice(0, 3)
      .map((word) => `“${word.slice(0, 40)}”`);
    const reason =
      sum < 0
        ? `the wording on the whole, compared with known requests of ${type}`
        : shown.length > 0
          ? `wording typical of ${type}: ${shown.join(', ')}`
          : 'the wording on the whole, compared with known requests';
    return { type, weight: Number(sum.toFixed(3)), reason, source: 'model' };
  }
}

function decodedOf(rule: RouterRule): DecodedProfile | null {
  if (rule.profile !== undefined) {
    if (rule.profile.version !== PROFILE_VERSION)
      throw new RangeError(
        `a type profile of version ${rule.profile.version} does not fit this router (${PROFILE_VERSION})`,
      );
    return decodeProfile(rule.profile);
  }
  return rule.examples !== undefined && rule.examples.length > 0 ? profileFromExamples(rule.examples) : null;
}

function applyHabits(columns: Map<number, DecodedProfile>, types: readonly string[], habits: RepositoryHabits): void {
  for (const [type, { bias, features }] of Object.entries(habits.types)) {
    const column = types.indexOf(type);
    if (column < 0) continue;
    const base = columns.get(column);
    const merged = new Map<number, number>();
    base?.hashes.forEach((hash, index) => merged.set(hash, base.weights[index] as number));
    for (const [hash, weight] of features) merged.set(hash, (merged.get(hash) ?? 0) + weight);
    const entries = [...merged].sort(([a], [b]) => a - b);
    columns.set(column, {
      bias: (base?.bias ?? 0) + bias,
      hashes: Uint32Array.from(entries, ([hash]) => hash),
      weights: Float32Array.from(entries, ([, weight]) => weight),
    });
  }
}

function softmax(levels: ArrayLike<number>): number[] {
  const total = logSumExp(levels);
  return Array.from(levels, (value) => Math.exp(value - total));
}

function logSumExp(values: ArrayLike<number>): number {
  let top = -Infinity;
  for (let index = 0; index < values.length; index += 1) top = Math.max(top, values[index]!);
  if (values.length === 0) return 0;
  let sum = 0;
  for (let index = 0; index < values.length; index += 1) sum += Math.exp(values[index]! - top);
  return top + Math.log(sum);
}
