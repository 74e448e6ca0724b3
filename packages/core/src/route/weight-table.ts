import { FEATURE_HASH_BITS } from './feature-hash.js';
import { type FeatureVector, featureValue } from './features.js';
import type { DecodedProfile } from './type-profile.js';

/** Hashes that share their upper bits lie in one bucket: about one known hash in three buckets. */
const BUCKET_BITS = 16;
const SHIFT = FEATURE_HASH_BITS - BUCKET_BITS;

/** The weights of several types, by feature: one look-up a feature, whatever the number of types. */
export class WeightTable {
  /** Known hashes in rising order; the place in here is the row. */
  private readonly keys: Int32Array;
  /** First row of each bucket. */
  private readonly starts: Uint32Array;
  private readonly weights: Float32Array;
  /** Mean of each row over all columns. */
  private readonly means: Float64Array;

  /** Each profile's hashes must rise. */
  constructor(
    private readonly width: number,
    columns: ReadonlyMap<number, DecodedProfile>,
  ) {
    this.keys = mergeSorted([...columns.values()].map(({ hashes }) => hashes));
    this.starts = startsOf(this.keys);
    this.weights = new Float32Array(this.keys.length * width);
    for (const [column, { hashes, weights }] of columns) {
      let row = 0;
      for (let index = 0; index < hashes.length; index += 1) {
        while (this.keys[row]! < hashes[index]!) row += 1;
        this.weights[row * width + column] = weights[index]!;
      }
    }
    this.means = new Float64Array(this.keys.length);
    for (let row = 0; row < this.means.length; row += 1) {
      let sum = 0;
      for (let column = 0; column < width; column += 1) sum += this.weights[row * width + column]!;
      this.means[row] = sum / width;
    }
  }

  /**
   * Adds to `sums` the weights of each known feature, times the value of its kind, and returns the row of each feature
   * (-1: unknown). One loop with everything at hand: this is where a router spends its time.
   */
  addAll({ hashes, kinds }: Pick<FeatureVector, 'hashes' | 'kinds'>, sums: Float64Array): Int32Array {
    const { keys, starts, weights, width } = this;
    const rows = new Int32Array(hashes.length);
    for (let index = 0; index < hashes.length; index += 1) {
      const hash = hashes[index]!;
      const bucket = hash >>> SHIFT;
      const end = starts[bucket + 1]!;
      let row = starts[bucket]!;
      while (row < end && keys[row] !== hash) row += 1;
      if (row >= end) {
        rows[index] = -1;
        continue;
      }
      rows[index] = row;
      const value = featureValue(kinds[index]!);
      const start = row * width;
      for (let column = 0; column < width; column += 1) sums[column]! += value * weights[start + column]!;
    }
    return rows;
  }

  /** The weight of a row for one type, compared with the mean of all columns; 0 where the row is unknown. */
  relativeWeight(row: number, column: number): number {
    return row < 0 ? 0 : this.weights[row * this.width + column]! - this.means[row]!;
  }
}

function mergeSorted(lists: readonly Uint32Array[]): Int32Array {
  const merged = new Int32Array(lists.reduce((sum, list) => sum + list.length, 0));
  const at = new Uint32Array(lists.length);
  let count = 0;
  for (;;) {
    let least = Infinity;
    for (let k = 0; k < lists.length; k += 1) {
      const hash = at[k]! < lists[k]!.length ? lists[k]![at[k]!]! : Infinity;
      if (hash < least) least = hash;
    }
    if (least === Infinity) return merged.slice(0, count);
    merged[count] = least;
    count += 1;
    for (let k = 0; k < lists.length; k += 1) if (lists[k]![at[k]!] === least) at[k]! += 1;
  }
}

function startsOf(keys: Int32Array): Uint32Array {
  const starts = new Uint32Array((1 << BUCKET_BITS) + 1);
  let row = 0;
  for (let bucket = 0; bucket < starts.length; bucket += 1) {
    while (row < keys.length && keys[row]! >>> SHIFT < bucket) row += 1;
    starts[bucket] = row;
  }
  return starts;
}
