import type { Class } from '@babel/types';
import { isFunction, keyName, unwrap, walk, type FunctionNode, type Node } from '../syntax.js';

/** A function that has a name or a place of its own, with the statement or member that declares it. */
export interface DeclaredFunction {
  readonly node: FunctionNode;
  readonly head: Node;
  readonly name: string;
  /** The class or object whose member it is. */
  readonly owner: Node | undefined;
}

function targetName(target: Node): string {
  const node = unwrap(target);
  if (node.type === 'Identifier') return node.name;
  return node.type === 'MemberExpression' ? (keyName(node.property, node.computed) ?? 'the function') : 'the function';
}

function declared(node: FunctionNode, ancestors: readonly Node[]): Omit<DeclaredFunction, 'node'> | undefined {
  const wrappers = [...ancestors];
  let parent = wrappers.pop();
  if (node.type === 'ClassMethod' || node.type === 'ClassPrivateMethod') {
    const owner = wrappers.at(-1);
    const name = keyName(node.key, 'computed' in node && node.computed === true) ?? 'the method';
    return { head: node, name: owner && isClass(owner) && owner.id ? `${owner.id.name}.${name}` : name, owner };
  }
  if (node.type === 'ObjectMethod')
    return { head: node, name: keyName(node.key, node.computed) ?? 'the method', owner: parent };
  if (node.type === 'FunctionDeclaration') {
    const isExport = parent?.type === 'ExportNamedDeclaration' || parent?.type === 'ExportDefaultDeclaration';
    return { head: isExport && parent ? parent : node, name: node.id?.name ?? 'the default', owner: undefined };
  }
  while (parent && unwrap(parent) === node) parent = wrappers.pop();
  const above = wrappers.at(-1);
  switch (parent?.type) {
    case 'VariableDeclarator':
      return {
        head: above?.type === 'VariableDeclaration' && above.declarations.length === 1 ? above : parent,
        name: targetName(parent.id),
        owner: undefined,
      };
    case 'AssignmentExpression':
      return {
        head: above?.type === 'ExpressionStatement' ? above : parent,
        name: targetName(parent.left),
        owner: undefined,
      };
    case 'ClassProperty':
    case 'ClassPrivateProperty':
      return {
        head: parent,
        name: keyName(parent.key, 'computed' in parent && parent.computed === true) ?? 'the method',
        owner: wrappers.at(-2),
      };
    case 'ObjectProperty':
      return parent.value === node || unwrap(parent.value) === node
        ? { head: parent, name: keyName(parent.key, parent.computed) ?? 'the function', owner: above }
        : undefined;
    case 'ExportDefaultDeclaration':
      return { head: parent, name: 'the default', owner: undefined };
    case 'CallExpression': {
      // A handler that is registered when the module is loaded; callbacks inside of functions belong to those.
      if (ancestors.some((one) => isFunction(one))) return undefined;
      return { head: node, name: `the function given to ${targetName(parent.callee)}()`, owner: undefined };
    }
    default:
      return undefined;
  }
}

const isClass = (node: Node): node is Class => node.type === 'ClassDeclaration' || node.type === 'ClassExpression';

export function declaredFunctions(program: Node): DeclaredFunction[] {
  const found: DeclaredFunction[] = [];
  walk(program, (node, ancestors) => {
    if (!isFunction(node)) return;
    const place = declared(node, ancestors);
    if (!place) return;
    // The class of a member is two levels up: the class body lies between.
    const owner = place.owner?.type === 'ClassBody' ? ancestors.findLast(isClass) : place.owner;
    found.push({ node, ...place, owner });
  });
  return found;
}
