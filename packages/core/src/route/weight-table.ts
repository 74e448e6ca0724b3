import type { DecodedProfile } from './type-profile.js';

/** The weights of several types in one open-addressing hash table: one look-up a feature, whatever the number of types. */
export class WeightTable {
  private readonly slots: Int32Array;
  private readonly keys: Int32Array;
  private readonly mask: number;
  private readonly weights: Float32Array;
  private rows = 0;

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

  /** Adds `value` times the weights of a feature to `scores`. */
  addTo(scores: Float64Array, hash: number, value: number): void {
    const row = this.find(hash);
    if (row < 0) return;
    const start = row * this.width;
    for (let column = 0; column < this.width; column += 1)
      scores[column]! += value * (this.weights[start + column] as number);
  }

  /** The weight of a feature for one type; 0 where it has none. */
  weight(hash: number, column: number): number {
    const row = this.find(hash);
    return row < 0 ? 0 : (this.weights[row * this.width + column] as number);
  }

  private find(hash: number): number {
    let slot = (hash ^ (hash >>> 11)) & this.mask;
    while (this.slots[slot] !== -1) {
      if (this.keys[slot] === hash) return this.slots[slot] as number;
      slot = (slot + 1) & this.mask;
    }
    return -1;
  }

  private rowFor(hash: number): number {
    let slot = (hash ^ (hash >>> 11)) & this.mask;
    while (this.slots[slot] !== -1) {
      if (this.keys[slot] === hash) return this.slots[slot] as number;
      slot = (slot + 1) & this.mask;
    }
    this.keys[slot] = hash;
    this.slots[slot] = this.rows;
    this.rows += 1;
    return this.rows - 1;
  }
}
