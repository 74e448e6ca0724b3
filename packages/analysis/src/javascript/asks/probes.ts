import { isNode, keyName, type Node } from '../syntax.js';
import { chainOf } from '../surface/chain.js';

/** Calls that ask by a text whether something is there. */
const ASKS =
  /^(?:hasOwn|hasOwnProperty|propertyIsEnumerable|getOwnPropertyDescriptor|property|ownProperty|notProperty|toHaveProperty|respondsTo|respondTo|respondsTo|hasProp|hasProps|hasOwnProp|isFunction|invoke|call|apply)$/;
/** Calls that list the names of something. */
const LISTS = /^(?:keys|getOwnPropertyNames|getOwnPropertyDescriptors|ownKeys|entries|getPrototypeOf)$/;

/** The text of an expression as far as the source tells it. */
export type TextOf = (node: Node) => string | undefined;

const lastName = (callee: Node): string | undefined => {
  const link = chainOf(callee).links.at(-1);
  if (link?.kind === 'member') return link.name;
  return callee.type === 'Identifier' ? callee.name : undefined;
};

const links = (node: Node): readonly (string | undefined)[] =>
  chainOf(node).links.map((link) => (link.kind === 'member' ? link.name : undefined));

/** Texts by which a test asks whether a name is there: `'x' in y`, `Object.hasOwn(y, 'x')`, `.to.have.property('x')`. */
export function probedTexts(node: Node, textOf: TextOf): string[] {
  if (node.type === 'BinaryExpression' && node.operator === 'in') return [textOf(node.left) ?? ''].filter(Boolean);
  if (node.type !== 'CallExpression' && node.type !== 'OptionalCallExpression') return [];
  const asks =
    ASKS.test(lastName(node.callee) ?? '') ||
    links(node.callee).some((name) => name === 'hasOwnProperty') ||
    (lastName(node.callee) === 'has' && chainOf(node.callee).root.type === 'Identifier' && isReflect(node.callee)) ||
    (lastName(node.callee) === 'get' && isReflect(node.callee));
  if (!asks) return [];
  return node.arguments.flatMap((one) => (isNode(one) ? (textOf(one) ?? []) : []));
}

const isReflect = (callee: Node): boolean => {
  const { root } = chainOf(callee);
  return root.type === 'Identifier' && root.name === 'Reflect';
};

/** Whether a call lists the names of something. */
export function listsNames(node: Node): boolean {
  return node.type === 'CallExpression' && LISTS.test(lastName(node.callee) ?? '');
}

/** The name that a member access reads; undefined where it writes or where the name is known at run time only. */
export function memberRead(node: Node, parent: Node | undefined, textOf: TextOf): string | undefined {
  if (node.type !== 'MemberExpression' && node.type !== 'OptionalMemberExpression') return undefined;
  if (parent?.type === 'AssignmentExpression' && parent.left === node) return undefined;
  return keyName(node.property, node.computed) ?? (node.computed ? textOf(node.property) : undefined);
}
