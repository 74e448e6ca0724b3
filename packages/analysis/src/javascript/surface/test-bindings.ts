import { importedNames } from '../import-statement.js';
import { isFunction, unwrap, walk, type Node } from '../syntax.js';
import { chainOf, rootName } from './chain.js';
import { assertModules, kinds, namedMarkers, runnerModules } from './test-names.js';

export type Binding =
  | { readonly role: 'runner'; readonly name: string; readonly markers: readonly string[] }
  | { readonly role: 'assert'; readonly method?: string | undefined }
  | { readonly role: 'expect' }
  | { readonly role: 'should' };

export interface TestBindings {
  /** What a name at the start of a call stands for: as imported, renamed, or global. */
  readonly lookUp: (name: string) => Binding | undefined;
  /** Names of the parameters that test functions get: `t` of tape, tap, ava and node:test. */
  readonly contexts: ReadonlySet<string>;
}

function globalBinding(name: string): Binding | undefined {
  if (Object.hasOwn(kinds, name) && name !== 'subtest') return { role: 'runner', name, markers: markersOf(name) };
  if (name === 'QUnit' || name === 'Deno') return { role: 'runner', name: 'runner', markers: [] };
  if (name === 'expect' || name === 'assert' || name === 'should') return { role: name };
  return undefined;
}

function markersOf(name: string): string[] {
  const marker = Object.hasOwn(namedMarkers, name) ? namedMarkers[name] : undefined;
  return marker === undefined ? [] : [marker];
}

function importedBinding(imported: string, from: string): Binding | undefined {
  const whole = imported === 'default' || imported === '*';
  if (assertModules.has(from)) {
    return whole || imported === 'strict' || imported === 'assert'
      ? { role: 'assert' }
      : { role: 'assert', method: imported };
  }
  if (from === 'expect' && whole) return { role: 'expect' };
  if ((from === 'should' || from.startsWith('chai/register')) && whole) return { role: 'should' };
  if (whole) return runnerModules.has(from) ? { role: 'runner', name: 'runner', markers: [] } : undefined;
  return runnerModules.has(from) || from === 'chai' ? globalBinding(imported) : undefined;
}

/** `const itUnix = isWindows ? it.skip : it`: the names that a value may stand for. */
function aliases(value: Node): Node[] {
  const node = unwrap(value);
  if (node.type === 'ConditionalExpression') return [...aliases(node.consequent), ...aliases(node.alternate)];
  if (node.type === 'LogicalExpression') return [...aliases(node.left), ...aliases(node.right)];
  return [node];
}

function aliasBinding(value: Node, lookUp: TestBindings['lookUp']): Binding | undefined {
  const bindings = aliases(value).map((one): Binding | undefined => {
    const chain = chainOf(one);
    const root = lookUp(rootName(chain) ?? '');
    if (!root || chain.links.some((link) => link.kind === 'call' || link.name === undefined)) return undefined;
    const names = chain.links.flatMap((link) => (link.kind === 'member' && link.name !== undefined ? [link.name] : []));
    if (root.role === 'runner') {
      const name = names.find((part) => Object.hasOwn(kinds, part)) ?? root.name;
      return { ...root, name, markers: [...root.markers, ...names.flatMap(markersOf)] };
    }
    if (root.role === 'assert' && names.length > 0) {
      const method = names.at(-1);
      return method === 'strict' ? root : { role: 'assert', method };
    }
    return names.length === 0 ? root : undefined;
  });
  const [first] = bindings;
  if (!first || first.role !== 'runner') return first;
  return { ...first, markers: [...new Set(bindings.flatMap((one) => (one?.role === 'runner' ? one.markers : [])))] };
}

export function testBindings(program: Node): TestBindings {
  const local = new Map<string, Binding>();
  const contexts = new Set<string>();
  const lookUp = (name: string): Binding | undefined => local.get(name) ?? globalBinding(name);

  walk(program, (node) => {
    for (const { local: name, imported, from } of importedNames(node)) {
      const binding = importedBinding(imported, from);
      if (binding) local.set(name, binding);
    }
    if (node.type !== 'VariableDeclarator' || !node.init) return;
    if (node.id.type === 'Identifier' && !local.has(node.id.name) && !isFunction(node.init)) {
      const binding = aliasBinding(node.init, lookUp);
      if (binding) local.set(node.id.name, binding);
    } else if (node.id.type === 'ObjectPattern') {
      destructuredAliases(node.id, node.init, lookUp).forEach(([name, binding]) => local.set(name, binding));
    }
  });
  walk(program, (node) => {
    if (node.type !== 'CallExpression') return;
    if (lookUp(rootName(chainOf(node)) ?? '')?.role !== 'runner' && !contexts.has(rootName(chainOf(node)) ?? ''))
      return;
    for (const argument of node.arguments) {
      const first = isFunction(argument) ? argument.params[0] : undefined;
      if (first?.type === 'Identifier') contexts.add(first.name);
    }
  });
  return { lookUp, contexts };
}

/** `const { equal } = assert` and `const { describe, it } = mocha`. */
function destructuredAliases(pattern: Node, init: Node, lookUp: TestBindings['lookUp']): [string, Binding][] {
  const source = unwrap(init);
  const owner = source.type === 'Identifier' ? lookUp(source.name) : undefined;
  const isChai = source.type === 'Identifier' && source.name === 'chai';
  if (pattern.type !== 'ObjectPattern' || (!owner && !isChai)) return [];
  return pattern.properties.flatMap((property): [string, Binding][] => {
    if (property.type !== 'ObjectProperty' || property.value.type !== 'Identifier') return [];
    if (property.key.type !== 'Identifier') return [];
    const binding: Binding | undefined =
      owner?.role === 'assert'
        ? property.key.name === 'strict'
          ? owner
          : { role: 'assert', method: property.key.name }
        : globalBinding(property.key.name);
    return binding ? [[property.value.name, binding]] : [];
  });
}
