import { hashFeature, hashText } from './feature-hash.js';
import type { Token } from './tokenise.js';
import { tokenise } from './tokenise.js';

/** What a feature looks at. The numbers are part of every stored profile: never change one, add new ones. */
export const featureKinds = {
  bias: 0,
  titleWord: 1,
  titlePair: 2,
  titleFirst: 3,
  titleFirstPair: 4,
  titleFirstWith: 5,
  titleLast: 6,
  titleSuffix: 7,
  titlePrefix: 8,
  titleLength: 9,
  bodyWord: 10,
  bodyPair: 11,
  leadWord: 12,
  leadFirst: 13,
  anyWord: 14,
  titleSkip: 15,
  anyPair: 16,
} as const;

/** The features of one text as parallel arrays: hash, value, and the tokens (for words that people read). */
export interface FeatureVector {
  readonly hashes: number[];
  readonly values: number[];
  readonly kinds: number[];
  readonly words: string[];
}

/** What comes before the request itself: "[scope] ", "scope: ", "(scope) ". */
const SCOPE = /^\s*(?:\[[^\]\n]{1,60}\]\s*:?|\([^)\n]{1,40}\)\s*:?|[\w@./`-]{1,40}(?:\([^)\n]{1,40}\))?!?:(?=\s))\s*/;

export const TITLE_TOKENS = 40;
export const BODY_TOKENS = 220;

export function withoutScope(title: string): string {
  const rest = title.replace(SCOPE, '');
  return rest.trim() === '' ? title : rest;
}

/** Code, quoted logs, links and HTML say what a project looks like, not what is asked for. */
export function proseOf(body: string): string {
  return body
    .slice(0, 4000)
    .replace(/```[\s\S]{0,3000}?(?:```|$)/g, ' \n')
    .replace(/https?:\/\/\S{1,300}/g, ' ')
    .replace(/<!--[\s\S]{0,1000}?(?:-->|$)|<\/?[a-z][^>\n]{0,200}>/gi, ' ');
}

export function extractFeatures(title: string, body: string): FeatureVector {
  const out: FeatureVector = { hashes: [], values: [], kinds: [], words: [] };
  const seen = new Set<number>();
  const add = (kind: number, value: number, words: string, first: number, second = 0): void => {
    const hash = hashFeature(kind, first, second);
    if (seen.has(hash)) return;
    seen.add(hash);
    out.hashes.push(hash);
    out.values.push(value);
    out.kinds.push(kind);
    out.words.push(words);
  };
  const titleTokens = tokenise(withoutScope(title.slice(0, 400)), TITLE_TOKENS);
  const titleHashes = titleTokens.map((token) => hashText(token.form));
  addTitle(titleTokens, titleHashes, add);
  const bodyTokens = tokenise(proseOf(body), BODY_TOKENS);
  addBody(bodyTokens, add, titleTokens, titleHashes);
  return out;
}

type Add = (kind: number, value: number, words: string, first: number, second?: number) => void;

function addTitle(tokens: readonly Token[], hashes: readonly number[], add: Add): void {
  const k = featureKinds;
  const end = hashText('</s>');
  add(k.bias, 1, '', 0);
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] as Token;
    const hash = hashes[index] as number;
    add(k.titleWord, 1, token.form, hash);
    const next = tokens[index + 1];
    add(k.titlePair, 1, `${token.form} ${next?.form ?? '.'}`, hash, hashes[index + 1] ?? end);
    if (index + 2 < tokens.length) add(k.titleSkip, 1, `${token.form} … ${tokens[index + 2]?.form}`, hash, hashes[index + 2] as number);
    if (index === 0) {
      add(k.titleFirst, 1, token.raw, hashText(token.raw.startsWith('`') ? '<id>' : token.raw));
      if (next !== undefined) add(k.titleFirstPair, 1, `${token.form} ${next.form}`, hash, hashes[1] as number);
    } else add(k.titleFirstWith, 1, `${tokens[0]?.form} … ${token.form}`, hashes[0] as number, hash);
    if (token.form === token.raw || /^[a-z]/.test(token.form)) {
      if (token.raw.length > 5) {
        add(k.titleSuffix, 1, `-${token.raw.slice(-4)}`, hashText(token.raw.slice(-4)));
        add(k.titlePrefix, 1, `${token.raw.slice(0, 4)}-`, hashText(token.raw.slice(0, 4)));
      }
    }
  }
  const last = tokens.at(-1);
  if (last !== undefined) add(k.titleLast, 1, last.form, hashes.at(-1) as number);
  add(k.titleLength, 1, 'length', Math.min(12, tokens.length));
}

function addBody(tokens: readonly Token[], add: Add, titleTokens: readonly Token[], titleHashes: readonly number[]): void {
  const k = featureKinds;
  titleTokens.forEach((token, index) => add(k.anyWord, 1, token.form, titleHashes[index] as number));
  const hashes = tokens.map((token) => hashText(token.form));
  const scale = 1;
  let lead = true;
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] as Token;
    const hash = hashes[index] as number;
    add(k.bodyWord, scale, token.form, hash);
    add(k.anyWord, scale, token.form, hash);
    if (index + 1 < tokens.length) add(k.bodyPair, scale, `${token.form} ${tokens[index + 1]?.form}`, hash, hashes[index + 1] as number);
    if (index === 0) add(k.leadFirst, 1, token.form, hash);
    if (lead) add(k.leadWord, 1, token.form, hash);
    if (token.form === '.' || index > 25) lead = false;
  }
}
