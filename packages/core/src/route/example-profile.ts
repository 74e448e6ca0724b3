import { BODY_VALUE, extractFeatures, featureKinds, featureWords } from './features.js';
import { stem } from './stem.js';
import { readTaskText } from './task-text.js';
import { tokenise } from './tokenise.js';
import type { DecodedProfile } from './type-profile.js';

/** What an example's word can add at most, in log-odds: twenty examples are a hint, no training set. */
const WORD_LIMIT = 1.1;
const COMMON = new Set(
  'the a an to of in on for and or is are be it this that with from by at as not no do when if we i you can should will has have use <id> <num> <quote> <path> . , : ; ? !'
    .split(' ')
    .flatMap((word) =>
      tokenise(word, 1)
        .map((token) => token.form)
        .concat(word),
    ),
);

/**
 * Weights out of a handful of examples, for a type that ships no profile. A word counts by the share of the examples
 * that have it, common words not at all; what speaks against the type is left to its rule.
 */
export function profileFromExamples(
  examples: readonly { readonly title: string; readonly body?: string }[],
): DecodedProfile {
  const counts = new Map<number, { examples: number; value: number }>();
  for (const { title, body } of examples) {
    const text = readTaskText(title, body ?? '');
    const vector = extractFeatures(text.title, text.prose);
    vector.hashes.forEach((hash, index) => {
      const kind = vector.kinds[index] as number;
      if (kind !== featureKinds.anyWord && kind !== featureKinds.titleWord && kind !== featureKinds.titlePair) return;
      const form = stem(featureWords(vector, index));
      if (kind !== featureKinds.titlePair && (COMMON.has(form) || form.length < 3)) return;
      const entry = counts.get(hash) ?? { examples: 0, value: kind === featureKinds.anyWord ? BODY_VALUE : 1 };
      entry.examples += 1;
      counts.set(hash, entry);
    });
  }
  const kept = [...counts].filter(([, { examples: seen }]) => seen > 1).sort(([a], [b]) => a - b);
  const total = Math.max(1, examples.length);
  return {
    bias: 0,
    hashes: Uint32Array.from(kept, ([hash]) => hash),
    weights: Float32Array.from(kept, ([, entry]) =>
      Math.min(WORD_LIMIT, 0.35 * entry.value * Math.log1p((40 * entry.examples) / total)),
    ),
  };
}
