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
  readonly hashes: Int32Array;
  readonly kinds: Uint8Array;
  readonly at: Uint16Array;
  readonly title: readonly Token[];
  readonly body: readonly Token[];
}

/** What a feature of this kind counts. */
export const featureValue = (kind: number): number =>
  kind === featureKinds.bodyWord || kind === featureKinds.bodyPair ? BODY_VALUE : 1;

/** Set in `at` where a feature of either part was found in the body. */
const IN_BODY = 0x8000;
const END = hashText('</s>');
const ID = hashText('<id>');

/** Hashes seen in the text at hand. Kept between calls to save the allocation; a new stamp empties it. */
const SEEN_SIZE = 4096;
const seenHash = new Int32Array(SEEN_SIZE);
const seenStamp = new Int32Array(SEEN_SIZE);
let stamp = 0;

function firstTime(hash: number): boolean {
  let slot = (hash ^ (hash >>> 12)) & (SEEN_SIZE - 1);
  while (seenStamp[slot] === stamp) {
    if (seenHash[slot] === hash) return false;
    slot = (slot + 1) & (SEEN_SIZE - 1);
  }
  seenStamp[slot] = stamp;
  seenHash[slot] = hash;
  return true;
}

/** Room for all features of a text: 7 for each word of the title, 3 for each word of the body. */
const ROOM = 7 * (TITLE_TOKENS + 4) + 3 * (BODY_TOKENS + 8);
const foundHash = new Int32Array(ROOM);
const foundKind = new Uint8Array(ROOM);
const foundAt = new Uint16Array(ROOM);
let found = 0;

const add: Add = (kind, at, first, second = 0) => {
  const hash = hashFeature(kind, first, second);
  if (found === ROOM || !firstTime(hash)) return;
  foundHash[found] = hash;
  foundKind[found] = kind;
  foundAt[found] = at;
  found += 1;
};

/** Features of a title (without its scope or prefix) and the prose of a body, each once. The same in training and in use. */
export function extractFeatures(title: string, prose: string): FeatureVector {
  const titleTokens = tokenise(title.slice(0, 400), TITLE_TOKENS);
  const bodyTokens = tokenise(prose, BODY_TOKENS);
  stamp = (stamp + 1) & 0x3fffffff;
  found = 0;
  addTitle(titleTokens);
  addBody(bodyTokens);
  return {
    hashes: foundHash.slice(0, found),
    kinds: foundKind.slice(0, found),
    at: foundAt.slice(0, found),
    title: titleTokens,
    body: bodyTokens,
  };
}

type Add = (kind: number, at: number, first: number, second?: number) => void;

function addTitle(tokens: readonly Token[]): void {
  const hashes = tokens.map((token) => token.hash);
  tokens.forEach((token, index) => {
    const hash = hashes[index] as number;
    add(featureKinds.titleWord, index, hash);
    add(featureKinds.anyWord, index, hash);
    add(featureKinds.titlePair, index + 1, hash, hashes[index + 1] ?? END);
    if (index === 0) {
      add(featureKinds.titleFirst, 0, token.form === '<id>' ? ID : hashText(token.raw));
      if (hashes[1] !== undefined) add(featureKinds.titleFirstPair, 1, hash, hashes[1]);
    } else {
      add(featureKinds.titleFirstWith, index, hashes[0] as number, hash);
    }
    if (token.raw.length > 5 && token.form.charCodeAt(0) !== 60) {
      add(featureKinds.titleSuffix, index, hashText(token.raw.slice(-4)));
      add(featureKinds.titlePrefix, index, hashText(token.raw.slice(0, 4)));
    }
  });
  if (tokens.length > 0) add(featureKinds.titleLast, tokens.length - 1, hashes.at(-1) as number);
}

function addBody(tokens: readonly Token[]): void {
  let hash = tokens.length > 0 ? (tokens[0] as Token).hash : 0;
  for (let index = 0; index < tokens.length; index += 1) {
    add(featureKinds.bodyWord, index, hash);
    add(featureKinds.anyWord, index | IN_BODY, hash);
    const next = tokens[index + 1];
    if (next === undefined) break;
    const nextHash = next.hash;
    add(featureKinds.bodyPair, index + 1, hash, nextHash);
    hash = nextHash;
  }
}

/** The words behind a feature, for people. */
export function featureWords(vector: FeatureVector, index: number): string {
  const k = featureKinds;
  const kind = vector.kinds[index] as number;
  const at = (vector.at[index] as number) & ~IN_BODY;
  const inBody = kind === k.bodyWord || kind === k.bodyPair || ((vector.at[index] as number) & IN_BODY) !== 0;
  const tokens = inBody ? vector.body : vector.title;
  const word = tokens[at]?.raw ?? '';
  const isPair = kind === k.titlePair || kind === k.bodyPair || kind === k.titleFirstPair;
  if (isPair) return `${tokens[at - 1]?.raw ?? ''} ${word}`.trim();
  return kind === k.titleFirstWith ? `${tokens[0]?.raw ?? ''} … ${word}` : word;
}
