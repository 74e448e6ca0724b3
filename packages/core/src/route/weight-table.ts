import { FEATURE_HASH_BITS } from './feature-hash.js';
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
  }

  /** The row of a feature, or -1. */
  find(hash: number): number {
    const bucket = hash >>> SHIFT;
    const end = this.starts[bucket + 1]!;
    for (let row = this.starts[bucket]!; row < end; row += 1) if (this.keys[row] === hash) return row;
    return -1;
  }

  /** Adds `value` times the weights of a row to `sums`. */
  addTo(sums: Float64Array, row: number, value: number): void {
    const start = row * this.width;
    for (let column = 0; column < this.width; column += 1) sums[column]! += value * this.weights[start + column]!;
  }

  /** The weight of a row for one type, compared with the mean of all columns; 0 where the row is unknown. */
  relativeWeight(row: number, column: number): number {
    if (row < 0) return 0;
    const start = row * this.width;
    let sum = 0;
    for (let other = 0; other < this.width; other += 1) sum += this.weights[start + other]!;
    return this.weights[start + column]! - sum / this.width;
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
