import { hashText } from './feature-hash.js';
import { stem } from './stem.js';

/** A word of a task text: `raw` in lower case, `form` stemmed or a shape such as `<id>`. */
export interface Token {
  readonly raw: string;
  readonly form: string;
  /** Hash of `form`. */
  readonly hash: number;
}

const TOKEN =
  /`[^`\n]{1,120}`|"[^"\n]{1,60}"|[A-Za-z][A-Za-z0-9_]*(?:['’][a-z]+)?(?:(?:\.|::|\/|-)[A-Za-z0-9_]+)*(?:\(\))?|--?[a-z][\w-]*|\d[\w.]*|[?!;:]|[.,](?=\s|$)/g;
const CODE_WORD = /[a-z][A-Z]|_|::|\(\)|^[A-Z][a-z]+[A-Z]|[A-Za-z]\d/;

/** Words repeat: what a piece of text becomes is kept, up to a bound, and forgotten all at once when it is reached. */
const CACHE_SIZE = 6000;
const CACHE_WORD = 24;
const cache = new Map<string, readonly Token[]>();

/**
 * Splits a text into tokens. Names of code, paths, flags and numbers become shapes: what a symbol is called says
 * something about one project only, that a symbol is named says something about the request.
 */
export function tokenise(text: string, limit: number): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match !== null && tokens.length < limit; match = TOKEN.exec(text)) {
    const known = cache.get(match[0]) ?? remember(match[0]);
    for (const token of known) tokens.push(token);
  }
  return tokens;
}

function remember(piece: string): readonly Token[] {
  const tokens = tokensOf(piece);
  if (piece.length <= CACHE_WORD) {
    if (cache.size >= CACHE_SIZE) cache.clear();
    cache.set(piece, tokens);
  }
  return tokens;
}

const token = (raw: string, form: string): Token => ({ raw, form, hash: hashText(form) });

const BACKTICK = 96;
const QUOTE = 34;
const DASH = 45;
const SOURCE_FILE = /\.(?:[jt]sx?|mjs|cjs|py|rs|go|c|h|cc|cpp|java|vue|json|ya?ml|toml|md|txt|css|html)$/;

function tokensOf(text: string): Token[] {
  const first = text.charCodeAt(0);
  if (first === BACKTICK) return [token(text, '<id>')];
  if (first === QUOTE) return quoted(text);
  if (first >= 48 && first <= 57) return [token(text, text.includes('.') && text.length > 3 ? '<version>' : '<num>')];
  if (first === DASH) return [token(text, '<flag>')];
  if (text.length === 1 && !/[a-z]/i.test(text)) return [token(text, text)];
  if (text.includes('/') && /\/.*\/|\.[a-z]{1,4}$/.test(text)) return [token(text, '<path>')];
  if (CODE_WORD.test(text)) return [token(text, '<id>')];
  if (text.includes('.') && !text.endsWith('.')) return [token(text, SOURCE_FILE.test(text) ? '<file>' : '<id>')];
  return text
    .toLowerCase()
    .replaceAll('’', "'")
    .split(/[-/]/)
    .filter((part) => part !== '')
    .map((part) => token(part, stem(part)));
}

/** Quoted words are named, not said: they get forms of their own. */
function quoted(text: string): Token[] {
  const words = text.slice(1, -1).match(/[A-Za-z]+/g) ?? [];
  return [
    token(text, '<quote>'),
    ...words.slice(0, 4).map((word) => token(word.toLowerCase(), `q:${stem(word.toLowerCase())}`)),
  ];
}
