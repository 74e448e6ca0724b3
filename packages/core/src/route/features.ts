import { hashFeature, hashText } from './feature-hash.js';
import type { Token } from './tokenise.js';
import { tokenise } from './tokenise.js';

/** What a feature looks at. The numbers are part of every stored profile: never change one, add new ones. */
export const featureKinds = {
  titleWord: 1,
  titlePair: 2,
  titleFirst: 3,
  titleFirstPair: 4,
  titleFirstWith: 5,
  titleLast: 6,
  titleSuffix: 7,
  titlePrefix: 8,
  bodyWord: 10,
  bodyPair: 11,
  anyWord: 14,
} as const;

/** Body features count half: a body is long, and most of it says little about what is asked for. */
export const BODY_VALUE = 0.5;
const TITLE_TOKENS = 40;
const BODY_TOKENS = 220;

/** The features of one text as parallel arrays; `at` is the index of the feature's (second) word in its tokens. */
export interface FeatureVector {
  readonly hashes: number[];
  readonly values: number[];
  readonly kinds: number[];
  readonly at: number[];
  readonly title: readonly Token[];
  readonly body: readonly Token[];
}

const END = hashText('</s>');
const ID = hashText('<id>');

/** Features of a title (without its scope or prefix) and the prose of a body. Pure; the same in training and in use. */
export function extractFeatures(title: string, prose: string): FeatureVector {
  const titleTokens = tokenise(title.slice(0, 400), TITLE_TOKENS);
  const bodyTokens = tokenise(prose, BODY_TOKENS);
  const out: FeatureVector = { hashes: [], values: [], kinds: [], at: [], title: titleTokens, body: bodyTokens };
  const seen = new Set<number>();
  const add = (kind: number, value: number, at: number, first: number, second = 0): void => {
    const hash = hashFeature(kind, first, second);
    if (seen.has(hash)) return;
    seen.add(hash);
    out.hashes.push(hash);
    out.values.push(value);
    out.kinds.push(kind);
    out.at.push(at);
  };
  addTitle(titleTokens, add);
  addBody(bodyTokens, add);
  return out;
}

type Add = (kind: number, value: number, at: number, first: number, second?: number) => void;

function addTitle(tokens: readonly Token[], add: Add): void {
  const hashes = tokens.map((token) => hashText(token.form));
  tokens.forEach((token, index) => {
    const hash = hashes[index] as number;
    add(featureKinds.titleWord, 1, index, hash);
    add(featureKinds.anyWord, 1, index, hash);
    add(featureKinds.titlePair, 1, index + 1, hash, hashes[index + 1] ?? END);
    if (index === 0) {
      add(featureKinds.titleFirst, 1, 0, token.form === '<id>' ? ID : hashText(token.raw));
      if (hashes[1] !== undefined) add(featureKinds.titleFirstPair, 1, 1, hash, hashes[1]);
    } else {
      add(featureKinds.titleFirstWith, 1, index, hashes[0] as number, hash);
    }
    if (token.raw.length > 5 && token.form.charCodeAt(0) !== 60) {
      add(featureKinds.titleSuffix, 1, index, hashText(token.raw.slice(-4)));
      add(featureKinds.titlePrefix, 1, index, hashText(token.raw.slice(0, 4)));
    }
  });
  if (tokens.length > 0) add(featureKinds.titleLast, 1, tokens.length - 1, hashes.at(-1) as number);
}

function addBody(tokens: readonly Token[], add: Add): void {
  let hash = tokens.length > 0 ? hashText((tokens[0] as Token).form) : 0;
  for (let index = 0; index < tokens.length; index += 1) {
    add(featureKinds.bodyWord, BODY_VALUE, index, hash);
    add(featureKinds.anyWord, 1, index, hash);
    const next = tokens[index + 1];
    if (next === undefined) break;
    const nextHash = hashText(next.form);
    add(featureKinds.bodyPair, BODY_VALUE, index + 1, hash, nextHash);
    hash = nextHash;
  }
}

/** The words behind a feature, for people. */
export function featureWords(vector: FeatureVector, index: number): string {
  const kind = vector.kinds[index] as number;
  const at = vector.at[index] as number;
  const k = featureKinds;
  const inBody = kind === k.bodyWord || kind === k.bodyPair;
  const tokens = inBody ? vector.body : vector.title;
  const word = tokens[at]?.raw ?? '';
  if (kind === k.titlePair || kind === k.bodyPair || kind === k.titleFirstPair)
    return `${tokens[at - 1]?.raw ?? ''} ${word}`.trim();
  if (kind === k.titleFirstWith) return `${tokens[0]?.raw ?? ''} … ${word}`;
  if (kind === k.anyWord) return word === '' ? (vector.body[at]?.raw ?? '') : word;
  return word;
}
