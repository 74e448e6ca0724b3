import { readAssertion } from '../surface/assertion.js';
import type { TestBindings } from '../surface/test-bindings.js';
import { readTestCall } from '../surface/test-call.js';
import { calledName, isFunction, keyName, type Node } from '../syntax.js';
import type { OriginOf } from './origin.js';

type Call = Extract<Node, { type: 'CallExpression' | 'OptionalCallExpression' | 'NewExpression' }>;

const isCall = (node: Node): node is Call =>
  node.type === 'CallExpression' || node.type === 'OptionalCallExpression' || node.type === 'NewExpression';

/** Calls of the language that give back what they get. */
const PASSES_ON = /^(?:assign|freeze|seal|create|fromEntries|entries|structuredClone|resolve)$/;

const passesOn = (call: Call): boolean => {
  const name = calledName(call.callee);
  return name !== undefined && PASSES_ON.test(name);
};

/**
 * Whether a key of an object that a test writes down can reach the code under test: not where the object is an expected
 * or an actual value of an assertion, the options of the test itself, or handed to somebody else.
 */
export function reachesCode(ancestors: readonly Node[], bindings: TestBindings, originOf: OriginOf): boolean {
  for (let index = ancestors.length - 1; index >= 0; index -= 1) {
    const node = ancestors[index] as Node;
    if (isFunction(node)) return true;
    if (node.type === 'ObjectPattern') return false;
    if (!isCall(node)) continue;
    if (readTestCall(node, bindings)) return false;
    const assertion = readAssertion(node, bindings);
    // A helper of the test's own may hand on what it gets.
    if (assertion) return assertion.style === 'helper';
    const { kind } = originOf(node.type === 'NewExpression' ? node.callee : node);
    if (kind === 'module' || kind === 'unknown') return true;
    if (isTable(node)) return true;
    if (kind === 'foreign' && !passesOn(node)) return false;
  }
  return true;
}

const STARTS_PROCESS = /^(?:spawn|exec|execFile|fork)(?:Sync|Async)?$|^execa|^run$/;

/** The same for a text, which may also be an argument of a process. */
export function reachesProgram(ancestors: readonly Node[], bindings: TestBindings, originOf: OriginOf): boolean {
  const call = ancestors.findLast((one): one is Call => isCall(one));
  const name = call && calledName(call.callee);
  if (name !== undefined && STARTS_PROCESS.test(name)) return true;
  return reachesCode(ancestors, bindings, originOf);
}

/** `it.each([…])`, `[…].forEach(…)`: rows for tests. */
const isTable = ({ callee }: Call): boolean =>
  callee.type === 'MemberExpression' &&
  ['each', 'for', 'forEach', 'map'].includes(keyName(callee.property, callee.computed) ?? '');
