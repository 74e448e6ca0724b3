import type { Node } from '@babel/types';

export type { Node };

/** Answer `skip` to leave out what is below the node. Ancestors: outermost first. */
export type Visit = (node: Node, ancestors: readonly Node[]) => 'skip' | void;

/** Fields that hold no part of the program, or repeat a part of it. */
const nonSyntax = new Set([
  'loc',
  'extra',
  'range',
  'errors',
  'tokens',
  'comments',
  'leadingComments',
  'innerComments',
  'trailingComments',
]);

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
}

/** The node as a bag of fields, for code that treats all kinds of nodes alike. */
export function fieldsOf(node: Node): Record<string, unknown> {
  return node as unknown as Record<string, unknown>;
}

export function syntaxKeys(node: Node): string[] {
  return Object.keys(node).filter((key) => !nonSyntax.has(key));
}

export function startOf(node: Node): number {
  return node.start ?? 0;
}

export function endOf(node: Node): number {
  return node.end ?? 0;
}

const known = new WeakMap<Node, readonly Node[]>();

/** Direct children in the order of the source text; found once for a node, since nothing here changes a parsed tree. */
export function childrenOf(node: Node): readonly Node[] {
  let children = known.get(node);
  if (!children) known.set(node, (children = findChildren(node)));
  return children;
}

function findChildren(node: Node): readonly Node[] {
  const fields = fieldsOf(node);
  const children: Node[] = [];
  let sorted = true;
  const add = (child: Node): void => {
    const before = children.at(-1);
    if (before && startOf(before) > startOf(child)) sorted = false;
    children.push(child);
  };
  for (const key in fields) {
    const value = fields[key];
    if (typeof value !== 'object' || value === null || nonSyntax.has(key)) continue;
    if (Array.isArray(value)) {
      for (const item of value) if (isNode(item)) add(item);
    } else if (isNode(value)) add(value);
  }
  return sorted ? children : children.sort((one, other) => startOf(one) - startOf(other));
}

export function walk(root: Node, visit: Visit): void {
  const ancestors: Node[] = [];
  const enter = (node: Node): void => {
    if (visit(node, ancestors) === 'skip') return;
    ancestors.push(node);
    for (const child of childrenOf(node)) enter(child);
    ancestors.pop();
  };
  enter(root);
}

/** The expression without wrappers that exist for the type checker only, and without `await` and `void`. */
export function unwrap(node: Node): Node {
  switch (node.type) {
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'TSTypeAssertion':
    case 'TSInstantiationExpression':
    case 'TypeCastExpression':
    case 'ParenthesizedExpression':
      return unwrap(node.expression);
    case 'AwaitExpression':
      return unwrap(node.argument);
    case 'UnaryExpression':
      return node.operator === 'void' ? unwrap(node.argument) : node;
    default:
      return node;
  }
}

export type FunctionNode = Extract<
  Node,
  {
    type:
      | 'FunctionDeclaration'
      | 'FunctionExpression'
      | 'ArrowFunctionExpression'
      | 'ObjectMethod'
      | 'ClassMethod'
      | 'ClassPrivateMethod';
  }
>;

export function isFunction(node: Node | null | undefined): node is FunctionNode {
  switch (node?.type) {
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
    case 'ObjectMethod':
    case 'ClassMethod':
    case 'ClassPrivateMethod':
      return true;
    default:
      return false;
  }
}

/** The name that a key or a member access states in the source; undefined where it is computed at run time. */
export function keyName(key: Node, computed: boolean): string | undefined {
  if (key.type === 'StringLiteral') return key.value;
  if (key.type === 'NumericLiteral') return String(key.value);
  if (key.type === 'PrivateName') return `#${key.id.name}`;
  return key.type === 'Identifier' && !computed ? key.name : undefined;
}

/** The last name of what is called: `f` of `f()`, `m` of `a.b.m()`; undefined where it is computed at run time. */
export function calledName(callee: Node): string | undefined {
  if (callee.type === 'Identifier') return callee.name;
  return callee.type === 'MemberExpression' ? keyName(callee.property, callee.computed) : undefined;
}
