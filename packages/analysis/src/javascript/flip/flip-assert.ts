import { endOf, startOf, type Node } from '../syntax.js';
import type { Assertion } from '../surface/assertion.js';
import type { Call } from '../surface/chain.js';
import type { Edit, FlipContext } from './edit.js';
import { flipLiteral, flipValue, negate, sourceOf } from './expected-value.js';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** The expected value is the second argument. */
const comparing = words(
  'equal equals isEqual is strictEqual strictEquals looseEqual looseEquals deepEqual deepEquals isEquivalent same strictSame ' +
    'deepStrictEqual partialDeepStrictEqual deepLooseEqual strictDeepEqual like match matchOnly regex has hasStrict eql include ' +
    'deepInclude lengthOf sameMembers sameDeepMembers sameOrderedMembers sameDeepOrderedMembers includeMembers ' +
    'closeTo approximately hasAllKeys containsAllKeys property propertyVal nestedPropertyVal deepPropertyVal typeOf type ' +
    'resolveMatch calledWith calledWithExactly callCount isa hasProp hasOwnProp',
);
/** The order of the two does not matter; so it is for all names with `equal` in them. */
const symmetric = words('is same strictSame eql isEquivalent');
/** Passes when the two differ. */
const differing = words(
  'notEqual notEquals not isNot isNotEqual notStrictEqual notLooseEqual notLooseEquals notSame strictNotSame notDeepEqual ' +
    'notDeepStrictEqual notDeepLooseEqual',
);
const unmatching = words('doesNotMatch notMatch notRegex');
const truthy = words('ok true assert truthy isTrue isOk');
const falsy = words('notOk notok false falsy isFalse isNotOk');
const throwing = words('throws throwsAsync rejects Throw throw');
const calm = words('doesNotThrow notThrows notThrowsAsync doesNotReject resolves');
const errorless = words('error ifError ifErr iferror');
const snapshots = words('snapshot matchSnapshot');

/** Pairs of names that say the opposite of each other, in assert of chai and sinon. */
const opposites = new Map(
  [
    ['isNull', 'isNotNull'],
    ['isUndefined', 'isDefined'],
    ['exists', 'notExists'],
    ['isNaN', 'isNotNaN'],
    ['isObject', 'isNotObject'],
    ['isArray', 'isNotArray'],
    ['isString', 'isNotString'],
    ['isNumber', 'isNotNumber'],
    ['isBoolean', 'isNotBoolean'],
    ['isFunction', 'isNotFunction'],
    ['isEmpty', 'isNotEmpty'],
    ['isFrozen', 'isNotFrozen'],
    ['isSealed', 'isNotSealed'],
    ['isExtensible', 'isNotExtensible'],
    ['isAbove', 'isAtMost'],
    ['isBelow', 'isAtLeast'],
    ['instanceOf', 'notInstanceOf'],
    ['include', 'notInclude'],
    ['deepInclude', 'notDeepInclude'],
    ['property', 'notProperty'],
    ['called', 'notCalled'],
  ].flatMap(([one, other]): [string, string][] => [
    [one as string, other as string],
    [other as string, one as string],
  ]),
);

/** `assert.equal(…)`, `t.is(…)`, `equal(…)` and all that look like them. */
export function flipAssertCall({ chain, method, style }: Assertion, context: FlipContext): Edit | undefined {
  const call = chain.links.find((link): link is Call => link.kind === 'call');
  const [actual, expected, third] = call?.args ?? [];
  if (!call || !actual) return undefined;
  const name = method ?? 'ok';
  const first = (text: string): Edit => ({ start: startOf(actual), end: endOf(actual), text });

  if (truthy.has(name) || falsy.has(name)) return negate(actual, context);
  if (errorless.has(name)) return first(`(${sourceOf(actual, context)}, new Error('${context.word}'))`);
  if (snapshots.has(name)) return first(`'${context.word}'`);
  if (calm.has(name)) {
    return first(
      name === 'doesNotThrow' || name === 'notThrows'
        ? thrower(context)
        : `(async ${thrower(context)})${style === 'context' ? '()' : ''}`,
    );
  }
  if (throwing.has(name)) return flipThrows(name, expected, third, context) ?? first(harmless(name));
  if (differing.has(name) && expected) {
    // The same value twice, evaluated once.
    const pair = `...((value) => [value, value])(${sourceOf(actual, context)})`;
    return { start: startOf(actual), end: endOf(expected), text: pair };
  }
  if (unmatching.has(name) && expected) return { start: startOf(expected), end: endOf(expected), text: '/(?:)/' };
  if (comparing.has(name) && expected) {
    // `propertyVal(object, 'key', value)`
    if (name.endsWith('ropertyVal') && third) return flipValue(third, context);
    const swapped = symmetric.has(name) || name.includes('qual') ? flipLiteral(actual, context) : undefined;
    return flipLiteral(expected, context) ?? swapped ?? flipValue(expected, context);
  }
  return rename(call, name, context);
}

const thrower = ({ word }: FlipContext): string => `() => { throw new Error('${word}'); }`;

/** A function that does not throw, or a promise that is fulfilled. */
function harmless(name: string): string {
  if (name === 'rejects') return 'Promise.resolve()';
  return name === 'throwsAsync' ? 'async () => {}' : '() => {}';
}

/** What the error must look like, where that is stated by a literal; a mere text may be the message of the assertion. */
function flipThrows(
  name: string,
  expected: Node | undefined,
  third: Node | undefined,
  context: FlipContext,
): Edit | undefined {
  if (name === 'throws' && third?.type === 'RegExpLiteral') return flipLiteral(third, context);
  if (expected?.type !== 'RegExpLiteral' && expected?.type !== 'ObjectExpression') return undefined;
  return flipLiteral(expected, context);
}

function rename(call: Call, name: string, { text }: FlipContext): Edit | undefined {
  const opposite = opposites.get(name);
  const callee = 'callee' in call.node ? call.node.callee : undefined;
  if (opposite === undefined || typeof callee !== 'object' || callee?.type !== 'MemberExpression') return undefined;
  const { property } = callee;
  const written = text.slice(startOf(property), endOf(property));
  return written === name ? { start: startOf(property), end: endOf(property), text: opposite } : undefined;
}
