import type { CallExpression } from '@babel/types';
import { isFunction, isNode, keyName, unwrap, type Node } from '../syntax.js';
import { chainOf, rootName, type Link } from './chain.js';
import type { TestBindings } from './test-bindings.js';
import { curried, kinds, namedMarkers, neutral, optionMarkers, type TestKind } from './test-names.js';

/** A call that declares a test or a group of tests. */
export interface TestCall {
  readonly kind: TestKind;
  readonly node: CallExpression;
  readonly title: Node | undefined;
  /** From a table: the title holds placeholders. */
  readonly tabular: boolean;
  readonly markers: readonly string[];
  /** What runs: a function, the name of one, or a call that makes one. */
  readonly callback: Node | undefined;
  /** Everything else that the call says: tables, conditions, options. */
  readonly extras: readonly Node[];
}

interface Callee {
  readonly kind: TestKind;
  readonly markers: readonly string[];
  readonly tabular: boolean;
  readonly extras: readonly Node[];
}

/** Reads `describe.skip`, `it.each(table)`, `t.test`, `test.only`, …; undefined for everything else, such as `it.each`. */
function readCallee(callee: Node, { lookUp, contexts }: TestBindings): Callee | undefined {
  const chain = chainOf(callee);
  const name = rootName(chain);
  if (name === undefined) return undefined;
  const binding = lookUp(name);
  const isContext = contexts.has(name) && chain.links.length > 0;
  if (binding?.role !== 'runner' && !isContext) return undefined;
  const own = binding?.role === 'runner' ? binding : undefined;
  // The default export of node:test and tape is the function `test`; that of tap is an object of functions.
  let kind: TestKind | undefined = own ? (kinds[own.name] ?? 'case') : undefined;
  const isRunner = own?.name === 'runner';
  const markers = [...(own?.markers ?? [])];
  const extras: Node[] = [];
  let tabular = false;
  let pending = false;
  for (const link of chain.links) {
    if (link.kind === 'call') {
      if (!pending) return undefined;
      pending = false;
      extras.push(...link.args);
      continue;
    }
    const meaning = readMember(link, isRunner || isContext || own?.name === 'test');
    if (meaning === undefined || pending) return undefined;
    if (meaning.kind) kind = meaning.kind;
    if (meaning.marker) markers.push(meaning.marker);
    tabular ||= link.name === 'each' || link.name === 'for';
    pending = link.name !== undefined && curried.has(link.name);
  }
  return kind && !pending ? { kind, markers, tabular, extras } : undefined;
}

function readMember(link: Link, holdsKinds: boolean): { kind?: TestKind; marker?: string } | undefined {
  const name = link.kind === 'member' ? link.name : undefined;
  if (name === undefined) return undefined;
  if (holdsKinds && Object.hasOwn(kinds, name)) {
    const marker = namedMarkers[name];
    return { kind: kinds[name] as TestKind, ...(marker === undefined ? {} : { marker }) };
  }
  if (holdsKinds && name === 'module') return { kind: 'group' };
  const marker = Object.hasOwn(namedMarkers, name) ? namedMarkers[name] : undefined;
  if (marker !== undefined) return { marker };
  return curried.has(name) || neutral.has(name) ? {} : undefined;
}

/** Markers that an options object sets to something else than `false`, `undefined` or nothing. */
export function markersOfOptions(options: Node): string[] {
  if (options.type !== 'ObjectExpression') return [];
  return options.properties.flatMap((property) => {
    if (property.type !== 'ObjectProperty') return [];
    const name = keyName(property.key, property.computed) ?? '';
    const marker = Object.hasOwn(optionMarkers, name) ? optionMarkers[name] : undefined;
    return marker === undefined || isOff(property.value) ? [] : [marker];
  });
}

export function isOff(value: Node): boolean {
  if (value.type === 'BooleanLiteral') return !value.value;
  if (value.type === 'NumericLiteral') return value.value === 0;
  return value.type === 'NullLiteral' || (value.type === 'Identifier' && value.name === 'undefined');
}

function isText(node: Node | undefined): boolean {
  return node?.type === 'StringLiteral' || node?.type === 'TemplateLiteral';
}

function optionValue(options: Node | undefined, wanted: string): Node | undefined {
  if (options?.type !== 'ObjectExpression') return undefined;
  for (const property of options.properties) {
    if (property.type === 'SpreadElement' || keyName(property.key, property.computed) !== wanted) continue;
    return property.type === 'ObjectMethod' ? property : property.value;
  }
  return undefined;
}

export function readTestCall(node: Node, bindings: TestBindings): TestCall | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const callee = readCallee(node.callee, bindings);
  if (!callee) return undefined;
  const args = node.arguments.filter(isNode).map(unwrap);
  const first = args[0];
  const objectFirst = first?.type === 'ObjectExpression';
  const titleless = objectFirst || isFunction(first);
  // A class or a function as a title gives its name.
  const rest = titleless ? args : args.slice(1);
  const options = rest.filter((one) => one.type === 'ObjectExpression');
  const callback =
    rest.find(isFunction) ??
    rest.find((one) => one.type === 'CallExpression' && one.arguments.some((inner) => isFunction(inner))) ??
    rest.find((one) => ['Identifier', 'CallExpression', 'MemberExpression'].includes(one.type)) ??
    optionValue(first, 'fn');
  if (!callback && (callee.kind === 'group' || !isText(first))) return undefined;
  const own = isFunction(callback) && callback.type === 'FunctionExpression' ? (callback.id ?? undefined) : undefined;
  const title = titleless ? (optionValue(first, 'name') ?? own) : first;
  return {
    kind: callee.kind,
    node,
    title: title?.type === 'Identifier' && title === own ? ({ type: 'StringLiteral', value: own.name } as Node) : title,
    tabular: callee.tabular,
    markers: [...callee.markers, ...options.flatMap(markersOfOptions), ...(callback ? [] : ['todo'])],
    callback,
    extras: [...callee.extras, ...rest.filter((one) => one !== callback)],
  };
}
