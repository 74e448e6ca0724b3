import type { DecodedProfile } from './type-profile.js';

/** The weights of several types in one open-addressing hash table: one look-up a feature, whatever the number of types. */
export class WeightTable {
  private readonly slots: Int32Array;
  private readonly keys: Int32Array;
  private readonly mask: number;
  private readonly weights: Float32Array;
  private rows = 0;
  /** One bit for each 20-bit end of a known hash: most features are unknown, and this small table stays in the cache. */
  private readonly maybe = new Uint8Array(1 << 17);

  constructor(
    private readonly width: number,
    columns: ReadonlyMap<number, DecodedProfile>,
  ) {
    const upperBound = [...columns.values()].reduce((sum, { hashes }) => sum + hashes.length, 0);
    let size = 16;
    while (size < upperBound * 2) size *= 2;
    this.mask = size - 1;
    this.slots = new Int32Array(size).fill(-1);
    this.keys = new Int32Array(size);
    this.weights = new Float32Array(upperBound * width);
    for (const [column, { hashes, weights }] of columns) {
      for (let index = 0; index < hashes.length; index += 1) {
        const row = this.rowFor(hashes[index] as number);
        this.weights[row * width + column] = weights[index] as number;
      }
    }
  }

  /** The row of a feature, or -1. */
  find(hash: number): number {
    if ((this.maybe[(hash >>> 3) & 0x1ffff]! & (1 << (hash & 7))) === 0) return -1;
    let slot = (hash ^ (hash >>> 11)) & this.mask;
    while (this.slots[slot] !== -1) {
      if (this.keys[slot] === hash) return this.slots[slot] as number;
      slot = (slot + 1) & this.mask;
    }
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

  private rowFor(hash: number): number {
    let slot = (hash ^ (hash >>> 11)) & this.mask;
    while (this.slots[slot] !== -1) {
      if (this.keys[slot] === hash) return this.slots[slot] as number;
      slot = (slot + 1) & this.mask;
    }
    this.maybe[(hash >>> 3) & 0x1ffff]! |= 1 << (hash & 7);
    this.keys[slot] = hash;
    this.slots[slot] = this.rows;
    this.rows += 1;
    return this.rows - 1;
  }
}
