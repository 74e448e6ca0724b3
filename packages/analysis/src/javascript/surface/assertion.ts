import { chainOf, rootName, type Chain } from './chain.js';
import type { TestBindings } from './test-bindings.js';
import type { Node } from '../syntax.js';

/** How an assertion is written; `position` is the index of the first link that belongs to it. */
export type AssertionStyle = 'expect' | 'assert' | 'should' | 'context' | 'response' | 'helper';

export interface Assertion {
  readonly style: AssertionStyle;
  readonly node: Node;
  readonly chain: Chain;
  /** `strictEqual` of `assert.strictEqual(…)`; undefined for `assert(…)` and for chains of `expect`. */
  readonly method: string | undefined;
}

/** Methods of the object that tape, tap, ava and node:test hand to a test. */
const contextMethods = new Set(
  (
    'ok true assert truthy notOk notok false falsy equal equals isEqual is strictEqual strictEquals notEqual notEquals not isNot ' +
    'isNotEqual notStrictEqual looseEqual looseEquals notLooseEqual deepEqual deepEquals isEquivalent same strictSame ' +
    'notSame strictNotSame notDeepEqual deepLooseEqual notDeepLooseEqual strictDeepEqual like match matchOnly notMatch ' +
    'doesNotMatch regex notRegex has hasStrict hasProp hasProps hasOwnProp throws doesNotThrow notThrows throwsAsync ' +
    'notThrowsAsync rejects resolves resolveMatch doesNotReject error ifError ifErr iferror pass fail plan snapshot matchSnapshot type ' +
    'isa emits assertionsCount deepStrictEqual notDeepStrictEqual end'
  ).split(' '),
);
contextMethods.delete('end');

/** Members of `expect` that make matchers or configure it, instead of asserting something. */
const notAsserting = new Set([
  'any',
  'anything',
  'arrayContaining',
  'arrayOf',
  'objectContaining',
  'stringContaining',
  'stringMatching',
  'closeTo',
  'schemaMatching',
  'not',
  'extend',
  'addSnapshotSerializer',
  'getState',
  'setState',
  'config',
]);

function isHelper(name: string): boolean {
  for (const word of ['assert', 'expect']) {
    const next = name.startsWith(word) ? name.charAt(word.length) : '';
    if (next !== '' && (next === '_' || next !== next.toLowerCase())) return true;
  }
  return false;
}

/** The expression as an assertion, when it is one as a whole. */
export function readAssertion(node: Node, { lookUp, contexts }: TestBindings): Assertion | undefined {
  if (!/^(?:Optional)?(?:Call|Member)Expression$/.test(node.type)) return undefined;
  const chain = chainOf(node);
  const { links } = chain;
  const name = rootName(chain);
  const binding = name === undefined ? undefined : lookUp(name);
  const found = (style: AssertionStyle, from: number, method?: string): Assertion => ({
    style,
    node,
    chain: { root: chain.root, links: links.slice(from) },
    method,
  });
  const memberAt = (index: number): string | undefined => {
    const link = links[index];
    return link?.kind === 'member' ? link.name : undefined;
  };
  const firstCall = links.findIndex((link) => link.kind === 'call');

  const should = links.findIndex((link) => link.kind === 'member' && link.name === 'should');
  if (should >= 0 && links.length > should + 1) return found('should', should + 1);
  if (firstCall < 0) return undefined;
  if (binding?.role === 'expect') {
    const first = memberAt(0);
    if (first !== undefined && notAsserting.has(first)) return undefined;
    const asserts =
      links.length > firstCall + 1 || ['assertions', 'hasAssertions', 'fail', 'unreachable'].includes(first ?? '');
    return asserts ? found('expect', 0) : undefined;
  }
  if (binding?.role === 'should') return found('should', 0);
  const last = links.at(-1);
  if (binding?.role === 'assert') {
    return last?.kind === 'call' ? found('assert', firstCall, binding.method ?? memberAt(firstCall - 1)) : undefined;
  }
  if (last?.kind !== 'call') {
    // `chai.expect(x).to.be.true` has no call at its end.
    return memberAt(0) === 'expect' && firstCall === 1 && links.length > 2 ? found('expect', 1) : undefined;
  }
  const owner = links.findIndex((link) => link.kind === 'member' && link.name === 'assert');
  if (owner >= 0 && owner < firstCall) {
    return found('assert', firstCall, owner === firstCall - 1 ? undefined : memberAt(firstCall - 1));
  }
  if (name !== undefined && (contexts.has(name) || binding?.role === 'runner') && firstCall === 1) {
    const method = memberAt(0);
    return method !== undefined && contextMethods.has(method) ? found('context', 1, method) : undefined;
  }
  if (memberAt(0) === 'expect' && firstCall === 1 && name === 'chai')
    return links.length > 2 ? found('expect', 1) : undefined;
  const response = links.findIndex(
    (link, index) => link.kind === 'member' && link.name === 'expect' && links[index + 1]?.kind === 'call',
  );
  if (response > firstCall) return found('response', response);
  return name !== undefined && firstCall === 0 && isHelper(name) ? found('helper', 0) : undefined;
}
