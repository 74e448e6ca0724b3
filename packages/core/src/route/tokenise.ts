import { stem } from './stem.js';

/** A word of a task text: `raw` in lower case, `form` stemmed or a shape such as `<id>`. */
export interface Token {
  readonly raw: string;
  readonly form: string;
}

const TOKEN =
  /`[^`\n]{1,120}`|"[^"\n]{1,60}"|[A-Za-z][A-Za-z0-9_]*(?:['’][a-z]+)?(?:(?:\.|::|\/|-)[A-Za-z0-9_]+)*(?:\(\))?|--?[a-z][\w-]*|\d[\w.]*|[?!;:]|[.,](?=\s|$)/g;
const CODE_WORD = /[a-z][A-Z]|_|::|\(\)|^[A-Z][a-z]+[A-Z]|[A-Za-z]\d/;

/**
 * Splits a text into tokens. Names of code, paths, flags and numbers become shapes: what a symbol is called says
 * something about one project only, that a symbol is named says something about the request.
 */
export function tokenise(text: string, limit: number): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match !== null && tokens.length < limit; match = TOKEN.exec(text)) {
    pushToken(tokens, match[0]);
  }
  return tokens;
}

function pushToken(tokens: Token[], text: string): void {
  const first = text.charCodeAt(0);
  if (first === 96) {
    tokens.push({ raw: text, form: '<id>' });
    return;
  }
  if (first === 34) {
    const words = text.slice(1, -1).match(/[A-Za-z]+/g) ?? [];
    tokens.push({ raw: text, form: '<quote>' });
    for (const word of words.slice(0, 4))
      tokens.push({ raw: word.toLowerCase(), form: `q:${stem(word.toLowerCase())}` });
    return;
  }
  if (first >= 48 && first <= 57) {
    tokens.push({ raw: text, form: text.includes('.') && text.length > 3 ? '<version>' : '<num>' });
    return;
  }
  if (first === 45) {
    tokens.push({ raw: text, form: '<flag>' });
    return;
  }
  if (text.length === 1 && !/[a-z]/i.test(text)) {
    tokens.push({ raw: text, form: text });
    return;
  }
  if (text.includes('/') && /\/.*\/|\.[a-z]{1,4}$/.test(text)) {
    tokens.push({ raw: text, form: '<path>' });
    return;
  }
  if (CODE_WORD.test(text)) {
    tokens.push({ raw: text, form: '<id>' });
    return;
  }
  if (text.includes('.') && !text.endsWith('.')) {
    tokens.push({
      raw: text,
      form: /\.(?:[jt]sx?|mjs|cjs|py|rs|go|c|h|cc|cpp|java|vue|json|ya?ml|toml|md|txt|css|html)$/.test(text)
        ? '<file>'
        : '<id>',
    });
    return;
  }
  const lower = text.toLowerCase().replaceAll('’', "'");
  for (const part of lower.split(/[-/]/)) if (part !== '') tokens.push({ raw: part, form: stem(part) });
}
