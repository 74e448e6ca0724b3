import { endOf, startOf, type Node } from '../syntax.js';
import type { Assertion } from '../surface/assertion.js';
import type { Link, Member } from '../surface/chain.js';
import type { Edit, FlipContext } from './edit.js';
import { flipLiteral, flipValue } from './expected-value.js';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Any other value makes these fail, so an expected value that is no literal can be replaced as a whole. */
const equality = words(
  'toBe toEqual toStrictEqual toMatchObject toContain toContainEqual toHaveBeenCalledWith toHaveBeenLastCalledWith ' +
    'toHaveReturnedWith toHaveBeenCalledExactlyOnceWith toMatch equal equals eq eql eqls exactly include includes contain ' +
    'contains string',
);
/** A literal in the arguments states what is expected. */
const stating = words(
  'toHaveLength toHaveProperty toBeCloseTo toHaveBeenCalledTimes toHaveBeenNthCalledWith toThrow toThrowError ' +
    'toThrowErrorMatchingInlineSnapshot toMatchInlineSnapshot toHaveReturnedTimes toHaveTextContent toHaveValue ' +
    'toHaveAttribute toHaveText property ownProperty lengthOf length match matches keys key members throw throws Throw ' +
    'rejectedWith closeTo approximately a an calledWith calledWithExactly callCount become toSatisfy toBeTypeOf',
);
const snapshots = words('toMatchSnapshot toThrowErrorMatchingSnapshot toMatchFileSnapshot');

/** Chain words of chai: they assert nothing by themselves. */
const fillers = words(
  'to be been is that which and has have with at of same but does still also deep nested own ordered any all itself not eventually ' +
    'resolves rejects soft poll expect should',
);

function isMember(link: Link | undefined): link is Member {
  return link?.kind === 'member';
}

/** Removes `.not` or puts it in front of the matcher. */
function toggleNot(links: readonly Link[], matcher: Member, text: string): Edit | undefined {
  const not = links.findLast((link): link is Member => isMember(link) && link.name === 'not');
  if (not) {
    // From the end of what comes before to the end of the word: `.not`, with the line break that may precede it.
    const owner = ownerOf(not.node);
    return owner ? { start: endOf(owner), end: endOf(not.property), text: '' } : undefined;
  }
  const at = startOf(matcher.property);
  return text.charAt(at) === matcher.name?.charAt(0) ? { start: at, end: at, text: 'not.' } : undefined;
}

function ownerOf(node: Node): Node | undefined {
  return node.type === 'MemberExpression' || node.type === 'OptionalMemberExpression' ? node.object : undefined;
}

/** The last word of the chain that asserts something, with the arguments that follow it. */
function matcherOf(links: readonly Link[]): { matcher: Member; args: readonly Node[] } | undefined {
  for (let at = links.length - 1; at >= 0; at -= 1) {
    const link = links[at];
    if (!isMember(link) || link.name === undefined || fillers.has(link.name)) continue;
    const next = links[at + 1];
    return { matcher: link, args: next?.kind === 'call' ? next.args : [] };
  }
  return undefined;
}

/** `expect(x).toBe(1)`, `expect(x).to.equal(1)`, `x.should.equal(1)`. */
export function flipExpectChain({ chain, style }: Assertion, context: FlipContext): Edit | undefined {
  const { links } = chain;
  const found = matcherOf(links);
  if (!found) return undefined;
  const { matcher, args } = found;
  const name = matcher.name ?? '';
  if (['assertions', 'hasAssertions', 'fail', 'unreachable'].includes(name)) return undefined;
  if (links.some((link) => isMember(link) && link.name === 'not')) return toggleNot(links, matcher, context.text);
  if (snapshots.has(name)) {
    const subject = links.find((link) => link.kind === 'call');
    const actual = subject?.kind === 'call' ? subject.args[0] : undefined;
    return actual && style === 'expect' ? flipActual(actual, name, context) : undefined;
  }
  if (equality.has(name) || stating.has(name)) {
    for (const argument of [...args].reverse()) {
      const edit = flipLiteral(argument, context);
      // The last argument of `closeTo` is the tolerance, of `toHaveProperty` the value.
      if (edit && !(isTolerance(name) && argument !== args[0])) return edit;
    }
    const last = args.at(-1);
    if (last && equality.has(name)) return flipValue(last, context);
  }
  return toggleNot(links, matcher, context.text);
}

function isTolerance(name: string): boolean {
  return name === 'closeTo' || name === 'approximately' || name === 'toBeCloseTo';
}

/** The expected value of a snapshot is in another file: another actual value must not match it. */
function flipActual(actual: Node, name: string, { word }: FlipContext): Edit {
  const text = name === 'toThrowErrorMatchingSnapshot' ? `() => { throw new Error('${word}'); }` : `'${word}'`;
  return { start: startOf(actual), end: endOf(actual), text };
}

/** `request(app).get('/').expect(200)` of supertest. */
export function flipResponse({ chain }: Assertion, context: FlipContext): Edit | undefined {
  for (const link of [...chain.links].reverse()) {
    if (link.kind !== 'call') continue;
    for (const argument of [...link.args].reverse()) {
      const edit = flipLiteral(argument, context);
      if (edit) return edit;
    }
  }
  return undefined;
}
