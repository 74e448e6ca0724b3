import { isNode, keyName, unwrap, type Node } from './syntax.js';

/** The specifier of `require('x')`, `await import('x')` and properties of them such as `require('x').y`. */
export function requiredSpecifier(expression: Node | null | undefined): string | undefined {
  if (!expression) return undefined;
  const node = unwrap(expression);
  if (node.type === 'MemberExpression') return requiredSpecifier(node.object);
  if (node.type !== 'CallExpression') return undefined;
  const callee = node.callee;
  const loads = callee.type === 'Import' || (callee.type === 'Identifier' && callee.name === 'require');
  return loads ? literalText(node.arguments[0]) : undefined;
}

/** The text of a string, or of a template without computed parts. */
export function literalText(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'StringLiteral') return node.value;
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0)
    return node.quasis[0]?.value.cooked ?? undefined;
  return undefined;
}

/** Whether the statement only brings in names from other modules, or passes them on. */
export function isImportStatement(node: Node): boolean {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'TSImportEqualsDeclaration':
      return true;
    case 'ExportNamedDeclaration':
      return !node.declaration;
    case 'VariableDeclaration':
      return (
        node.declarations.length > 0 && node.declarations.every((one) => requiredSpecifier(one.init) !== undefined)
      );
    case 'ExpressionStatement': {
      const call = unwrap(node.expression);
      return call.type === 'CallExpression' && requiredSpecifier(call) !== undefined;
    }
    default:
      return false;
  }
}

/** Local name → the specifier and the name there (`default`, `*` for the whole module). */
export interface ImportedName {
  readonly local: string;
  readonly imported: string;
  readonly from: string;
}

/** The names that a statement brings in, with their origin. */
export function importedNames(node: Node): ImportedName[] {
  if (node.type === 'ImportDeclaration') {
    const from = node.source.value;
    return node.specifiers.map((one) => {
      const local = one.local.name;
      if (one.type === 'ImportDefaultSpecifier') return { local, imported: 'default', from };
      if (one.type === 'ImportNamespaceSpecifier') return { local, imported: '*', from };
      return { local, imported: keyName(one.imported, false) ?? local, from };
    });
  }
  if (node.type === 'TSImportEqualsDeclaration' && node.moduleReference.type === 'TSExternalModuleReference') {
    return [{ local: node.id.name, imported: '*', from: node.moduleReference.expression.value }];
  }
  if (node.type !== 'VariableDeclaration') return [];
  return node.declarations.flatMap((one) => {
    const from = requiredSpecifier(one.init);
    if (from === undefined || !one.init) return [];
    const value = unwrap(one.init);
    const member = value.type === 'MemberExpression' ? keyName(value.property, value.computed) : '*';
    if (member === undefined) return [];
    if (one.id.type === 'Identifier') return [{ local: one.id.name, imported: member, from }];
    if (one.id.type !== 'ObjectPattern') return [];
    return one.id.properties.flatMap((property) => {
      if (property.type !== 'ObjectProperty') return [];
      const target = property.value.type === 'AssignmentPattern' ? property.value.left : property.value;
      const imported = keyName(property.key, property.computed);
      return target.type === 'Identifier' && imported !== undefined ? [{ local: target.name, imported, from }] : [];
    });
  });
}
