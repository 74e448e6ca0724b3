import { Lexer, type Token, type Tokens } from 'marked';

export interface MarkdownSection {
  readonly depth: number;
  readonly title: string;
  /** Tokens below the heading, up to the next heading of any depth. */
  readonly tokens: readonly Token[];
  /** The same as source text. */
  readonly text: string;
}

export interface MarkdownDocument {
  /** YAML text between `---` lines at the top, if there is any. */
  readonly frontMatter: string | undefined;
  /** Text before the first heading. */
  readonly preamble: string;
  readonly sections: readonly MarkdownSection[];
}

const FRONT_MATTER = /^---[ \t]*\r?\n([\s\S]*?)(?:\r?\n)?---[ \t]*(?:\r?\n|$)/;

/** Splits Markdown at its headings. */
export function parseMarkdown(source: string): MarkdownDocument {
  const plain = source.replace(/^\uFEFF/, '');
  const matter = FRONT_MATTER.exec(plain);
  const tokens = new Lexer({ gfm: true }).lex(matter ? plain.slice(matter[0].length) : plain);
  let preamble = '';
  const sections: { depth: number; title: string; tokens: Token[]; text: string }[] = [];
  for (const token of tokens) {
    const current = sections.at(-1);
    if (token.type === 'heading') {
      const heading = token as Tokens.Heading;
      sections.push({ depth: heading.depth, title: heading.text.trim(), tokens: [], text: '' });
    } else if (current) {
      current.tokens.push(token);
      current.text += token.raw;
    } else {
      preamble += token.raw;
    }
  }
  return { frontMatter: matter?.[1], preamble, sections };
}

export interface ListEntry {
  readonly text: string;
  /** `[x]`; undefined for an item without a box. */
  readonly checked: boolean | undefined;
}

/** The items of all lists among the tokens, outermost level only. */
export function listEntries(tokens: readonly Token[]): readonly ListEntry[] {
  return tokens
    .filter((token): token is Tokens.List => token.type === 'list')
    .flatMap((list) => list.items)
    .map((item) => ({
      text: item.text.replace(/^\[[ xX]\]\s+/, '').trim(),
      checked: item.task ? item.checked === true : undefined,
    }));
}

/** The content of the first fenced block, preferably of one of the languages. */
export function fencedBlock(tokens: readonly Token[], languages: readonly string[]): string | undefined {
  const blocks = tokens.filter(
    (token): token is Tokens.Code => token.type === 'code' && token.codeBlockStyle !== 'indented',
  );
  const preferred = blocks.find((block) => languages.includes((block.lang ?? '').split(/\s/)[0] ?? ''));
  return (preferred ?? blocks[0])?.text;
}
