/** Bits of a feature's hash: with 30,000 known features one unseen feature in 500 hits a known one by chance. */
export const FEATURE_HASH_BITS = 24;
const MASK = (1 << FEATURE_HASH_BITS) - 1;

/** FNV-1a over UTF-16 code units, 32 bits, unsigned. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

/** Joins the hash of a feature's kind with those of its one or two words. */
export function hashFeature(kind: number, first: number, second = 0): number {
  let hash = Math.imul(kind ^ 0x9e3779b9, 0x85ebca6b) ^ first;
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) ^ Math.imul(second, 0x297a2d39);
  hash = Math.imul(hash ^ (hash >>> 13), 0x165667b1);
  return (hash ^ (hash >>> 16)) & MASK;
}
