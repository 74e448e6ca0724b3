import { isNode, type Node } from '../syntax.js';
import { chainOf, dottedName, rootName } from './chain.js';
import type { TestBindings } from './test-bindings.js';
import { isOff, markersOfOptions } from './test-call.js';

const contextMarkers: Readonly<Record<string, string>> = {
  skip: 'skip',
  fixme: 'skip',
  todo: 'todo',
  retries: 'retry',
  timeout: 'timeout',
  setTimeout: 'timeout',
};

const globalMarkers: Readonly<Record<string, string>> = {
  'jest.retryTimes': 'retry',
  'jest.setTimeout': 'timeout',
  'vi.setConfig': 'options',
  'test.setTimeout': 'timeout',
  'process.exit': 'process.exit',
  'process.reallyExit': 'process.exit',
  'process.abort': 'process.exit',
  'process.kill': 'process.exit',
  'Deno.exit': 'process.exit',
  'Bun.exit': 'process.exit',
  pending: 'skip',
};

/** The marker that running this call sets: `this.skip()`, `t.todo()`, `jest.retryTimes(3)`, `process.exit()`, … */
export function runtimeMarkers(node: Node, { contexts, lookUp }: TestBindings): string[] {
  if (node.type === 'AssignmentExpression' && dottedName(chainOf(node.left)) === 'process.exitCode')
    return ['process.exit'];
  if (node.type !== 'CallExpression') return [];
  const chain = chainOf(node.callee);
  if (chain.links.some((link) => link.kind === 'call')) {
    // `it('title', run).retries(3)`
    const last = chain.links.at(-1);
    const declares = lookUp(rootName(chain) ?? '')?.role === 'runner';
    const marker = declares && last?.kind === 'member' ? contextMarkers[last.name ?? ''] : undefined;
    return marker === undefined || node.arguments.some((one) => isOff(one)) ? [] : [marker];
  }
  const name = dottedName(chain);
  const [first] = node.arguments;
  const off = isNode(first) && isOff(first);
  const known = Object.hasOwn(globalMarkers, name) ? globalMarkers[name] : undefined;
  if (known === 'options') return isNode(first) ? markersOfOptions(first) : [];
  if (known !== undefined) return off && known === 'retry' ? [] : [known];
  const root = rootName(chain) ?? '';
  const [link] = chain.links;
  if (chain.links.length !== 1 || link?.kind !== 'member' || off) return [];
  // `test.skip(condition, 'why')` in the body of a Playwright test, too.
  if (root !== 'this' && !contexts.has(root) && lookUp(root)?.role !== 'runner') return [];
  const marker = Object.hasOwn(contextMarkers, link.name ?? '') ? contextMarkers[link.name ?? ''] : undefined;
  return marker === undefined ? [] : [marker];
}
