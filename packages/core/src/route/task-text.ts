/** Longest title and body that the router reads, in characters: more says nothing new and must cost nothing. */
const TITLE_LIMIT = 400;
const BODY_LIMIT = 6000;
const PROSE_LIMIT = 2400;

/** The parts of a task text that the router reads. Text is data here: nothing in it is ever followed. */
export interface TaskText {
  /** Title without scope, tag or conventional-commit prefix. */
  readonly title: string;
  /** The prefix, tag or scope that stood before the title, in lower case: `fix`, `bug`, … */
  readonly prefixes: readonly string[];
  /** Body without code blocks, links and markup. */
  readonly prose: string;
  /** Headings of the body, in lower case. */
  readonly headings: readonly string[];
  /**
   * Title and start of the prose in lower case, with quoted parts and code blanked, for patterns that read structure.
   * Lower case saves the patterns their `i` flag, which is slow to compile.
   */
  readonly plainTitle: string;
  readonly plainBody: string;
}

const TAG = /^\s*(?:\[([^\]\n]{1,60})\]|\(([^)\n]{1,40})\))\s*[:-]?\s*/;
const PREFIX = /^\s*([\w@./`-]{1,40})(?:\(([^)\n]{1,40})\))?!?:\s+/;

export function readTaskText(title: string, body: string): TaskText {
  const { rest, prefixes } = splitPrefix(title.slice(0, TITLE_LIMIT));
  const source = body.length > BODY_LIMIT ? body.slice(0, BODY_LIMIT) : body;
  const prose = source === '' ? '' : proseOf(source);
  return {
    title: rest,
    prefixes,
    prose,
    headings: source.includes('#') || source.includes('**') ? headingsOf(source) : [],
    plainTitle: blankQuotes(rest).toLowerCase(),
    plainBody: prose === '' ? '' : blankQuotes(prose.slice(0, 800)).toLowerCase(),
  };
}

function splitPrefix(title: string): { rest: string; prefixes: string[] } {
  const prefixes: string[] = [];
  let rest = title.trim();
  for (let round = 0; round < 3; round += 1) {
    const match = TAG.exec(rest) ?? PREFIX.exec(rest);
    if (match === null || match[0].length >= rest.length) break;
    prefixes.push((match[1] ?? match[2] ?? '').trim().toLowerCase());
    rest = rest.slice(match[0].length);
  }
  return { rest, prefixes };
}

/** Code, logs, links and markup say what a project looks like, not what is asked for. */
function proseOf(body: string): string {
  let text = body;
  if (text.includes('```')) text = withoutFences(text);
  if (text.includes('<!--')) text = withoutComments(text);
  return text.replace(/https?:\/\/\S{1,300}|<\/?[a-z][^<>\n]{0,120}>/gi, ' ').slice(0, PROSE_LIMIT);
}

function withoutFences(text: string): string {
  return text
    .split('```')
    .filter((_, index) => index % 2 === 0)
    .join('\n');
}

function withoutComments(text: string): string {
  const [first = '', ...rest] = text.split('<!--');
  return first + rest.map((part) => part.slice(part.includes('-->') ? part.indexOf('-->') + 3 : part.length)).join(' ');
}

function headingsOf(body: string): string[] {
  const found: string[] = [];
  for (const line of body.split('\n')) {
    const match = /^\s{0,3}(?:#{1,6}\s+|\*\*)([^\n#*]{2,80})/.exec(line);
    if (match !== null && found.length < 30)
      found.push(
        (match[1] as string)
          .replace(/[\s:?.!]+$/, '')
          .trim()
          .toLowerCase(),
      );
  }
  return found;
}

/** What stands in quotes or code names a thing; it is not what is asked for. */
export function blankQuotes(text: string): string {
  return text.replace(/`[^`\n]{1,120}`|"[^"\n]{1,120}"|“[^”\n]{1,120}”/g, '‹›');
}
