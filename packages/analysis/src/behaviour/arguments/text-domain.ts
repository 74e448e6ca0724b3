import type { Constants } from './constants.js';

const MAX_BASES = 12;

interface TextFeatures {
  readonly kinds: ReadonlySet<string>;
  readonly edge: boolean;
  readonly doubled: boolean;
}

const TOKEN = /[a-z]+|[A-Z]+|\d+|\s+|[^A-Za-z\d\s]/gu;

export function tokens(text: string): string[] {
  return text.match(TOKEN) ?? [];
}

function kindOf(token: string): string {
  if (/^[a-z]/.test(token)) return 'lower';
  if (/^[A-Z]/.test(token)) return 'upper';
  if (/^\d/.test(token)) return 'digit';
  if (/^\s/.test(token)) return token.includes('\n') ? 'line' : token.length > 1 ? 'spaces' : 'space';
  return token;
}

function features(text: string): TextFeatures {
  const parts = tokens(text);
  const plain = (token: string | undefined): boolean => token === undefined || /^[A-Za-z\d]/.test(token);
  return {
    kinds: new Set(parts.map(kindOf)),
    edge: !plain(parts[0]) || !plain(parts.at(-1)),
    doubled: parts.some((part, index) => index > 0 && !plain(part) && !plain(parts[index - 1])),
  };
}

/** What the seen texts have in common; made once for each list of them. */
interface TextDomain {
  readonly size: number;
  readonly changed: readonly string[];
  readonly seen: ReadonlySet<string>;
  readonly kinds: ReadonlySet<string>;
  readonly edge: boolean;
  readonly doubled: boolean;
  readonly format: RegExp | undefined;
  readonly days: boolean;
}

const domains = new WeakMap<readonly string[], TextDomain>();

function domainOf(seen: readonly string[], changed: readonly string[]): TextDomain {
  const known = domains.get(seen);
  if (known?.size === seen.length && known.changed === changed) return known;
  const all = seen.map(features);
  const domain: TextDomain = {
    size: seen.length,
    changed,
    seen: new Set(seen),
    kinds: new Set([...all.flatMap((one) => [...one.kinds]), ...changed.flatMap(tokens).map(kindOf)]),
    edge: all.some((one) => one.edge),
    doubled: all.some((one) => one.doubled),
    format: formatOf(seen),
    days: seen.every(isDay),
  };
  domains.set(seen, domain);
  return domain;
}

const NOTHING: readonly string[] = [];

/**
 * Whether the text is made like the seen ones: the same kinds of characters (or characters that the change is about),
 * separators only where they had them. Where all of them have one format, as dates and numbers of invoices do, that
 * format is what counts.
 */
export function isLike(text: string, seen: readonly string[], changed: readonly string[] = NOTHING): boolean {
  const domain = domainOf(seen, changed);
  if (domain.seen.has(text)) return true;
  if (domain.format !== undefined) return domain.format.test(text) && (!domain.days || isDay(text));
  if (text === '') return true;
  const one = features(text);
  for (const kind of one.kinds) if (!domain.kinds.has(kind)) return false;
  return (!one.edge || domain.edge) && (!one.doubled || domain.doubled);
}

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(Date.parse(text));

/** A pattern for texts that all consist of the same kinds of tokens, digits among them; undefined without one. */
function formatOf(seen: readonly string[]): RegExp | undefined {
  const [first, ...others] = seen.map(tokens);
  if (first === undefined || first.length < 3 || !first.some((token) => /^\d/.test(token))) return undefined;
  const kinds = first.map(kindOf).join(' ');
  if (others.some((parts) => parts.map(kindOf).join(' ') !== kinds)) return undefined;
  const pattern = first.map((token, at) => {
    if (/^\d/.test(token)) {
      const lengths = new Set([token, ...others.map((parts) => parts[at] ?? '')].map((one) => one.length));
      const fixed = lengths.size === 1 && (others.length > 0 || token.startsWith('0')) && token.length > 1;
      return fixed ? `\\d{${token.length}}` : '\\d+';
    }
    if (/^[a-z]/.test(token)) return '[a-z]+';
    if (/^[A-Z]/.test(token)) return '[A-Z]+';
    return /^\s/.test(token) ? '\\s+' : token.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  });
  return new RegExp(`^${pattern.join('')}$`);
}

const WORDS = ['a', 'b', 'one', 'two', 'three', 'alpha', 'seven', 'item'];

/** A text varied in a few tokens; the dice decide how, so that equal dice give equal texts. */
export function varyText(text: string, seen: readonly string[], dice: readonly number[]): string {
  const parts = tokens(text);
  if (parts.length === 0) return seen[(dice[0] ?? 0) % Math.max(1, seen.length)] ?? '';
  const at = (dice[1] ?? 0) % parts.length;
  const part = parts[at] ?? '';
  const pick = (dice[2] ?? 0) % 1000;
  const others = seen.flatMap(tokens).filter((token) => kindOf(token) === kindOf(part) && token !== part);
  const replace = (by: string): string => [...parts.slice(0, at), by, ...parts.slice(at + 1)].join('');
  switch ((dice[0] ?? 0) % 7) {
    case 0: // another token of its kind
      return replace(others[pick % Math.max(1, others.length)] ?? otherToken(part, pick));
    case 1:
      return replace(otherToken(part, pick));
    case 2: // dropped together with the separator before it
      return [...parts.slice(0, Math.max(0, at - 1)), ...parts.slice(at + 1)].join('');
    case 3: // one more, after the same separator
      return [
        ...parts.slice(0, at + 1),
        ...(at > 0 ? [parts[at - 1] ?? ''] : []),
        otherToken(part, pick),
        ...parts.slice(at + 1),
      ].join('');
    case 4:
      return parts.slice(0, at + 1).join('');
    case 5: // two seen texts, joined the way this one is
      return (
        text + (parts.find((token) => !/^[A-Za-z\d]/.test(token)) ?? '') + (seen[pick % Math.max(1, seen.length)] ?? '')
      );
    default: // the tokens around it change places
      return at + 2 < parts.length
        ? [...parts.slice(0, at), parts[at + 2], parts[at + 1], part, ...parts.slice(at + 3)].join('')
        : replace(otherToken(part, pick));
  }
}

function otherToken(token: string, pick: number): string {
  if (/^\d/.test(token)) {
    const way = pick % 8;
    if (way === 6) return token.slice(0, Math.max(1, token.length - 1));
    if (way === 7) return `${token}0`;
    const next = way === 5 ? String(pick) : String(Math.max(0, Number(token) + ([1, -1, 0, 10, 9][way] ?? 0)));
    return token.length > 1 ? next.padStart(token.length, '0') : next;
  }
  if (/^[a-z]/.test(token)) return pick % 3 === 0 ? token + 'x' : (WORDS[pick % WORDS.length] ?? 'a');
  if (/^[A-Z]/.test(token)) return pick % 2 === 0 ? token.slice(0, 1) : 'QX'.slice(0, token.length);
  return token;
}

const firstWord = (text: string): string => tokens(text).find((token) => /^[A-Za-z\d]/.test(token)) ?? '';

/** The text with each token of the same kind replaced: `14d` and `w` make `14w`. */
function withToken(text: string, token: string): string[] {
  const parts = tokens(text);
  return parts.flatMap((part, at) =>
    part !== token && kindOf(part) === kindOf(token)
      ? [[...parts.slice(0, at), token, ...parts.slice(at + 1)].join('')]
      : [],
  );
}

/** Texts worth trying, the most telling first; all like the seen ones. */
export function textPool(seen: readonly string[], shared: readonly string[], constants: Constants): string[] {
  const around = seen.slice(0, MAX_BASES).flatMap((text) => {
    const last = tokens(text).length - 1;
    return [
      ...[0, 1, 2, 3, 4].map((way) => varyText(text, seen, [way, text.length - 1 + way, way])),
      ...[0, 1, 6, 7].map((pick) => varyText(text, seen, [1, last, pick])),
    ];
  });
  // A text that the code mentions may be put where such texts were seen, and joined to one.
  const mentioned = constants.strings.flatMap((text) => [
    text,
    ...seen.slice(0, 3).flatMap((one) => withToken(one, text)),
    ...seen.slice(0, 2).flatMap((one) => [firstWord(one) + text + firstWord(one), one + text + one]),
  ]);
  const all = [
    '',
    ...mentioned,
    ...shared,
    ...around,
    ...seen.slice(0, MAX_BASES).flatMap((text) => [text.toUpperCase(), text + text]),
  ];
  return [...new Set([...all, ...seen])].filter(
    (text) => text.length <= 2000 && (seen.length === 0 || isLike(text, seen, constants.changed)),
  );
}
