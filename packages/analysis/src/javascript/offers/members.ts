import { literalText } from '../import-statement.js';
import { chainOf, dottedName } from '../surface/chain.js';
import { isFunction, keyName, unwrap, walk, type Node } from '../syntax.js';

const isCallable = (value: Node | null | undefined): boolean => {
  if (!value) return false;
  const node = unwrap(value);
  return isFunction(node) || node.type === 'ClassExpression';
};

const isExports = (target: Node): boolean => /^(?:module\.)?exports(?:\.|$)/.test(dottedName(chainOf(target)));

/**
 * Names under which callers reach something that does something: what a module exports, methods and getters of its
 * classes and objects. Fields that hold data are left out.
 */
export function offeredMembers(program: Node): string[] {
  const found = new Set<string>();
  const add = (name: string | undefined): void => {
    if (name !== undefined && name !== 'default' && name !== 'constructor') found.add(name);
  };
  walk(program, (node) => {
    switch (node.type) {
      case 'ClassMethod':
      case 'ObjectMethod':
        add(keyName(node.key, node.computed));
        break;
      case 'ClassProperty':
      case 'ObjectProperty':
        if (node.value && isCallable(node.value)) add(keyName(node.key, node.computed));
        break;
      case 'ClassAccessorProperty':
        add(keyName(node.key, node.computed ?? false));
        break;
      case 'AssignmentExpression': {
        const value = unwrap(node.right);
        const exported = isExports(node.left);
        if (node.left.type === 'MemberExpression' && (exported || isCallable(value)))
          add(keyName(node.left.property, node.left.computed));
        if (exported && value.type === 'ObjectExpression')
          value.properties.forEach((one) => one.type !== 'SpreadElement' && add(keyName(one.key, one.computed)));
        break;
      }
      case 'CallExpression':
        if (/^(?:Object|Reflect)\.defineProperty$/.test(dottedName(chainOf(node.callee))))
          add(literalText(node.arguments[1]));
        break;
      case 'ExportNamedDeclaration':
        exportedNames(node).forEach(add);
        break;
      default:
    }
  });
  found.delete('exports');
  return [...found];
}

function exportedNames(node: Extract<Node, { type: 'ExportNamedDeclaration' }>): string[] {
  const { declaration } = node;
  const names = node.specifiers.flatMap((one) =>
    one.type === 'ExportSpecifier' ? [keyName(one.exported, false) ?? ''] : [],
  );
  if (declaration?.type === 'FunctionDeclaration' || declaration?.type === 'ClassDeclaration')
    names.push(declaration.id?.name ?? '');
  if (declaration?.type === 'VariableDeclaration')
    names.push(...declaration.declarations.map((one) => (one.id.type === 'Identifier' ? one.id.name : '')));
  return names.filter((name) => name !== '');
}
