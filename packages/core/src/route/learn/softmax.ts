/** One row of a sparse problem: indices of features, their values, the class, its weight and fixed log-odds per class. */
export interface SoftmaxRow {
  readonly indices: Int32Array;
  readonly values: Float32Array;
  readonly target: number;
  readonly weight: number;
  readonly offset: Float64Array;
}

export interface SoftmaxOptions {
  readonly classes: number;
  readonly features: number;
  /** Strength of the quadratic penalty. */
  readonly penalty: number;
  readonly rounds: number;
  /** Index of a feature that is not penalised (the bias). */
  readonly free?: number;
}

/**
 * Multinomial logistic regression over all rows at once (Adam with a falling step). There is no random choice in it:
 * the same rows give the same weights. Returns weights by `feature * classes + class`.
 */
export function trainSoftmax(rows: readonly SoftmaxRow[], options: SoftmaxOptions): Float64Array {
  const { classes, features, penalty, rounds, free } = options;
  const size = features * classes;
  const weights = new Float64Array(size);
  const gradient = new Float64Array(size);
  const mean = new Float64Array(size);
  const square = new Float64Array(size);
  const shares = new Float64Array(classes);
  for (let round = 1; round <= rounds; round += 1) {
    for (let index = 0; index < size; index += 1) gradient[index] = penalty * weights[index]!;
    if (free !== undefined) for (let k = 0; k < classes; k += 1) gradient[free * classes + k] = 0;
    for (const row of rows) addGradient(row, weights, gradient, shares);
    const late = round / rounds - 0.6;
    const step = 0.15 * (late < 0 ? 1 : 1 - late * 2.25);
    const meanScale = 1 / (1 - 0.9 ** round);
    const squareScale = 1 / (1 - 0.99 ** round);
    for (let index = 0; index < size; index += 1) {
      const slope = gradient[index]!;
      mean[index] = 0.9 * mean[index]! + 0.1 * slope;
      square[index] = 0.99 * square[index]! + 0.01 * slope * slope;
      weights[index]! -= (step * mean[index]! * meanScale) / (Math.sqrt(square[index]! * squareScale) + 1e-3);
    }
  }
  return weights;
}

function addGradient(row: SoftmaxRow, weights: Float64Array, gradient: Float64Array, shares: Float64Array): void {
  const classes = shares.length;
  const { indices, values } = row;
  for (let k = 0; k < classes; k += 1) shares[k] = row.offset[k]!;
  for (let at = 0; at < indices.length; at += 1) {
    const start = indices[at]! * classes;
    for (let k = 0; k < classes; k += 1) shares[k]! += weights[start + k]! * values[at]!;
  }
  let top = -Infinity;
  for (let k = 0; k < classes; k += 1) if (shares[k]! > top) top = shares[k]!;
  let total = 0;
  for (let k = 0; k < classes; k += 1) total += shares[k] = Math.exp(shares[k]! - top);
  for (let k = 0; k < classes; k += 1) shares[k] = (shares[k]! / total - (k === row.target ? 1 : 0)) * row.weight;
  for (let at = 0; at < indices.length; at += 1) {
    const start = indices[at]! * classes;
    for (let k = 0; k < classes; k += 1) gradient[start + k]! += shares[k]! * values[at]!;
  }
}
