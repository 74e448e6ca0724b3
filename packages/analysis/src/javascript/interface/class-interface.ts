import type { Class, ClassMethod } from '@babel/types';
import type { ClassInterface, MemberKind } from '@typed-evidence-chain/core';
import { isFunction, keyName, unwrap, walk, type Node } from '../syntax.js';
import { resolve, type Declarations } from './declarations.js';
import type { Exported } from './exported.js';

const isClass = (node: Node | undefined): node is Class =>
  node?.type === 'ClassDeclaration' || node?.type === 'ClassExpression';

/** A leading underscore says "keep out" in JavaScript as well as in Python. */
const isHidden = (name: string): boolean => name.startsWith('#') || name.startsWith('_');

function memberName(key: Node, computed: boolean): string | undefined {
  const name = keyName(key, computed);
  if (name !== undefined || key.type !== 'MemberExpression') return name;
  const symbol = keyName(key.property, key.computed);
  return key.object.type === 'Identifier' && key.object.name === 'Symbol' && symbol ? `[Symbol.${symbol}]` : undefined;
}

function valueKind(value: Node | null | undefined): MemberKind {
  if (!value) return 'field';
  const node = unwrap(value);
  if (isFunction(node)) return 'method';
  const isLiteral = /Literal$|^(Array|Object|New|Binary|Unary|Template)/.test(node.type);
  return isLiteral ? 'field' : 'unknown';
}

const accessorKinds: Readonly<Record<ClassMethod['kind'], MemberKind>> = {
  get: 'getter',
  set: 'setter',
  method: 'method',
  constructor: 'method',
};

class Members {
  readonly found = new Map<string, MemberKind>();
  /** `private` and `protected` ones, which methods assign like all others. */
  readonly hidden = new Set<string>();

  add(name: string | undefined, isStatic: boolean, kind: MemberKind): void {
    if (name === undefined || isHidden(name)) return;
    const key = isStatic ? `static ${name}` : name;
    const known = this.found.get(key);
    const both = (known === 'getter' && kind === 'setter') || (known === 'setter' && kind === 'getter');
    this.found.set(key, both ? 'accessor' : kind);
  }

  /** What methods hang on `this`; a member that is declared stays what it is. */
  addAssigned(name: string | undefined, value: Node): void {
    if (name !== undefined && !this.found.has(name) && !this.hidden.has(name)) this.add(name, false, valueKind(value));
  }
}

function parentOf(superClass: Node): string | undefined {
  const node = unwrap(superClass);
  if (node.type === 'Identifier') return node.name;
  return node.type === 'MemberExpression' ? keyName(node.property, node.computed) : undefined;
}

function isPublic(member: object): boolean {
  const { accessibility } = member as { accessibility?: unknown };
  return accessibility !== 'private' && accessibility !== 'protected';
}

function describeClass(node: Class): ClassInterface {
  const members = new Members();
  const parent = node.superClass ? parentOf(node.superClass) : undefined;
  let open = node.superClass !== null && node.superClass !== undefined && parent === undefined;
  for (const member of node.body.body) {
    if (!('key' in member)) continue;
    const isStatic = 'static' in member && member.static === true;
    const name = memberName(member.key, 'computed' in member && member.computed === true);
    if (!isPublic(member)) {
      if (name !== undefined) members.hidden.add(name);
      if (name !== 'constructor') continue;
    }
    if (member.type === 'ClassMethod' || member.type === 'TSDeclareMethod') {
      const { kind = 'method' } = member;
      if (kind !== 'constructor') members.add(name, isStatic, accessorKinds[kind]);
      for (const parameter of member.params) {
        if (parameter.type !== 'TSParameterProperty') continue;
        const { parameter: inner } = parameter;
        const bound = inner.type === 'AssignmentPattern' ? inner.left : inner;
        if (bound.type !== 'Identifier') continue;
        if (isPublic(parameter)) members.add(bound.name, false, 'unknown');
        else members.hidden.add(bound.name);
      }
    } else if (member.type === 'ClassProperty') members.add(name, isStatic, valueKind(member.value));
    else if (member.type === 'ClassAccessorProperty') members.add(name, isStatic, 'accessor');
    if (name === undefined && 'computed' in member && member.computed) open = true;
  }
  walk(node.body, (inner, ancestors) => {
    if (isClass(inner)) return 'skip';
    if (inner.type === 'AssignmentExpression' && inner.left.type === 'MemberExpression') {
      const { object, property, computed } = inner.left;
      const isStatic = ancestors.some((one) => 'static' in one && one.static === true);
      if (object.type === 'ThisExpression' && !isStatic) {
        const name = keyName(property, computed);
        if (name === undefined) open = true;
        members.addAssigned(name, inner.right);
      }
    }
    // `Object.assign(this, options)`, `mixin(this)`: what comes with that is not written here.
    if (inner.type === 'CallExpression' && inner.arguments[0]?.type === 'ThisExpression') open = true;
    return undefined;
  });
  return { parents: parent === undefined ? [] : [parent], members: Object.fromEntries(members.found), open };
}

/** Classes that get members from outside of their body: `Object.assign(A.prototype, …)`, `A.prototype.b = …`. */
function extendedLater(program: Node): ReadonlySet<string> {
  const names = new Set<string>();
  walk(program, (node) => {
    if (node.type === 'MemberExpression' && node.object.type === 'Identifier') {
      if (keyName(node.property, node.computed) === 'prototype') names.add(node.object.name);
    }
    const first = node.type === 'CallExpression' ? node.arguments[0] : undefined;
    if (first?.type === 'Identifier') names.add(first.name);
  });
  return names;
}

/** The classes at the top of a module, by the names that they are declared and exported under. */
export function classInterfaces(
  program: Node,
  exported: readonly Exported[],
  declarations: Declarations,
): Record<string, ClassInterface> {
  const later = extendedLater(program);
  const found: Record<string, ClassInterface> = {};
  const add = (name: string, value: Node): void => {
    const node = resolve(value, declarations);
    if (!isClass(node)) return;
    const described = describeClass(node);
    const isLater = later.has(name) || (node.id ? later.has(node.id.name) : false);
    found[name] = isLater ? { ...described, open: true } : described;
  };
  for (const [name, value] of declarations) add(name, value);
  for (const { name, value } of exported) if (value) add(name, value);
  return found;
}
