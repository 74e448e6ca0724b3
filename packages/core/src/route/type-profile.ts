/**
 * The learned weights of one type, independent of every other type.
 * `features` is base64 of: for each feature, in rising order of hash, the difference to the previous hash as a
 * base-128 varint (low bits first), followed by one signed byte for each feature, in the same order.
 */
export interface TypeProfile {
  /** Version of the feature extraction that the weights belong to. */
  readonly version: number;
  readonly count: number;
  /** A stored byte times `scale` is the weight in log-odds. */
  readonly scale: number;
  readonly bias: number;
  readonly features: string;
}

export const PROFILE_VERSION = 1;

export interface DecodedProfile {
  readonly bias: number;
  readonly hashes: Uint32Array;
  readonly weights: Float32Array;
}

export function encodeProfile(bias: number, weights: ReadonlyMap<number, number>): TypeProfile {
  const entries = [...weights].sort(([a], [b]) => a - b);
  const largest = entries.reduce((top, [, weight]) => Math.max(top, Math.abs(weight)), 1e-6);
  const scale = Number((largest / 127).toPrecision(6));
  const bytes: number[] = [];
  const kept = entries.filter(([, weight]) => Math.round(weight / scale) !== 0);
  let previous = 0;
  for (const [hash] of kept) {
    let difference = hash - previous;
    previous = hash;
    while (difference > 127) {
      bytes.push((difference & 127) | 128);
      difference >>>= 7;
    }
    bytes.push(difference);
  }
  for (const [, weight] of kept) bytes.push(Math.round(weight / scale) & 255);
  return {
    version: PROFILE_VERSION,
    count: kept.length,
    scale,
    bias: Number(bias.toFixed(4)),
    features: Buffer.from(bytes).toString('base64'),
  };
}

/** Throws a RangeError when the text is shorter than `count` says. */
export function decodeProfile(profile: TypeProfile): DecodedProfile {
  const buffer = Buffer.from(profile.features, 'base64');
  const bytes = new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.length);
  const hashes = new Uint32Array(profile.count);
  const weights = new Float32Array(profile.count);
  let at = 0;
  let hash = 0;
  for (let index = 0; index < profile.count; index += 1) {
    let shift = 0;
    let byte = bytes[at++] ?? 0;
    while (byte > 127) {
      hash += (byte & 127) << shift;
      shift += 7;
      byte = bytes[at++] ?? 0;
    }
    hash += byte << shift;
    hashes[index] = hash;
  }
  if (bytes.length !== at + profile.count)
    throw new RangeError('a type profile does not hold as many features as it says');
  for (let index = 0; index < profile.count; index += 1)
    weights[index] = ((bytes[at + index]! << 24) >> 24) * profile.scale;
  return { bias: profile.bias, hashes, weights };
}
