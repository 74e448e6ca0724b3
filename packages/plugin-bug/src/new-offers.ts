import { pathAtBase, pathAtHead, type CodeOffers, type ReviewSession } from '@typed-evidence-chain/core';

/** A function that takes more positional arguments than on the base. */
export interface GrownFunction {
  readonly name: string;
  /** Its file at the head. */
  readonly file: string;
  /** Arguments that the base takes. */
  readonly takes: number;
  /** Names of the parameters that the patch adds behind them; none where it takes any number now. */
  readonly added: readonly string[];
}

/** What callers can hand over and ask for with the patch, and could not before it. */
export interface NewOffers {
  readonly options: ReadonlySet<string>;
  readonly members: ReadonlySet<string>;
  readonly grown: readonly GrownFunction[];
  /** Options of a command line. */
  readonly flags: ReadonlySet<string>;
}

const MAX_BYTES = 1_000_000;

const word = (name: string, isDocument: boolean): RegExp => {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  // `#name` is another name in code, and a link in a document.
  return new RegExp(`(?<![\\p{L}\\p{N}_$${isDocument ? '' : '#'}])${escaped}(?![\\p{L}\\p{N}_$])`, 'u');
};

interface Text {
  readonly isDocument: boolean;
  readonly text: string;
}

/** Code, type declarations and documents of the base: what is named there is not brought by the patch. */
const textsOfBase = (session: ReviewSession): Promise<readonly Text[]> =>
  session.once('bug:texts-of-base', async () => {
    const { trees, roles } = session;
    const texts: Text[] = [];
    for (const { path, size, mode } of await trees.base.list()) {
      if (size > MAX_BYTES || mode === '160000' || path.includes('node_modules/')) continue;
      const role = roles.of(path);
      const isDocument = role === 'docs' || /\.d\.[cm]?ts$/.test(path);
      if (!isDocument && role !== 'production') continue;
      const text = (await trees.base.read(path))?.toString('utf8');
      if (text !== undefined && !text.includes('\u0000')) texts.push({ isDocument, text });
    }
    return texts;
  });

export async function unknownToBase(session: ReviewSession, names: Iterable<string>): Promise<ReadonlySet<string>> {
  const wanted = [...names];
  if (wanted.length === 0) return new Set();
  const texts = await textsOfBase(session);
  return new Set(
    wanted.filter(
      (name) => !texts.some(({ isDocument, text }) => text.includes(name) && word(name, isDocument).test(text)),
    ),
  );
}

/**
 * Options of a command line that the base does not know by another spelling either: `--no-name` of `--name`; and where no
 * code writes dashes, so that it may take arguments apart by itself, the bare name, also in camel case.
 */
async function withoutOtherSpellings(session: ReviewSession, flags: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  if (flags.size === 0) return flags;
  const texts = await textsOfBase(session);
  const writesDashes = texts.some(({ isDocument, text }) => !isDocument && /(?:['"`]|, )--[a-z]/i.test(text));
  const spellings = new Map<string, readonly string[]>();
  for (const flag of flags) {
    const name = flag.slice(2);
    const camel = name.replace(/-(\w)/g, (_whole, letter: string) => letter.toUpperCase());
    const negated = flag.startsWith('--no-') ? [`--${name.slice(3)}`] : [];
    spellings.set(flag, [...negated, ...(writesDashes ? [] : [name, camel, name.replaceAll('-', '_')])]);
  }
  const unknown = await unknownToBase(session, [...spellings.values()].flat());
  return new Set([...flags].filter((flag) => spellings.get(flag)?.every((name) => unknown.has(name))));
}

/** Whether a line of a document promises the parameter of the function already. */
async function isPromised(session: ReviewSession, { name, file, added }: GrownFunction): Promise<boolean> {
  const called = name === 'default' ? (file.split('/').at(-1) ?? '').replace(/\..*$/, '') : name;
  const texts = await textsOfBase(session);
  return texts.some(
    ({ isDocument, text }) =>
      isDocument &&
      text.split('\n').some((line) => word(called, true).test(line) && added.some((one) => word(one, true).test(line))),
  );
}

function grownIn(file: string, base: CodeOffers, head: CodeOffers): GrownFunction[] {
  return Object.entries(head.positions).flatMap(([name, now]) => {
    const before = Object.hasOwn(base.positions, name) ? base.positions[name] : undefined;
    if (!before || (now && now.length <= before.length)) return [];
    return [{ name, file, takes: before.length, added: now ? now.slice(before.length) : [] }];
  });
}

/** What the patch's program offers at the head, and no code, type or document of the base names. */
export const newOffers = (session: ReviewSession): Promise<NewOffers> =>
  session.once('bug:new-offers', async () => {
    const { trees, roles, ports } = session;
    const before: CodeOffers[] = [];
    const after: CodeOffers[] = [];
    const grown: GrownFunction[] = [];
    for (const change of trees.patch.files) {
      if (roles.of(change.path) !== 'production' || !ports.analysis.isCode(change.path)) continue;
      const read = async (side: 'base' | 'head', path: string | undefined): Promise<CodeOffers | undefined> => {
        const source = path === undefined ? undefined : await trees[side].read(path);
        return source && path !== undefined ? ports.analysis.codeOffers?.(path, source.toString('utf8')) : undefined;
      };
      const [base, head] = await Promise.all([read('base', pathAtBase(change)), read('head', pathAtHead(change))]);
      if (base) before.push(base);
      if (head) after.push(head);
      if (base && head) grown.push(...grownIn(change.path, base, head));
    }
    const fresh = (pick: (offers: CodeOffers) => readonly string[]): Promise<ReadonlySet<string>> => {
      const old = new Set(before.flatMap(pick));
      return unknownToBase(session, new Set(after.flatMap(pick).filter((name) => !old.has(name))));
    };
    const [options, members, flags] = await Promise.all([
      fresh((offers) => offers.options),
      fresh((offers) => offers.members),
      fresh((offers) => offers.flags ?? []).then((found) => withoutOtherSpellings(session, found)),
    ]);
    const promised = await Promise.all(grown.map((one) => isPromised(session, one)));
    return { options, members, flags, grown: grown.filter((_, index) => promised[index] === false) };
  });
