import type { Node } from './syntax.js';

const typeStatements = new Set([
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
  'TSDeclareFunction',
  'TSDeclareMethod',
  'TSIndexSignature',
  'TSNamespaceExportDeclaration',
  'TypeAlias',
  'OpaqueType',
  'InterfaceDeclaration',
  'DeclareVariable',
  'DeclareFunction',
  'DeclareClass',
  'DeclareModule',
  'DeclareModuleExports',
  'DeclareTypeAlias',
  'DeclareOpaqueType',
  'DeclareInterface',
  'DeclareExportDeclaration',
  'DeclareExportAllDeclaration',
]);

function isTypeKind(node: Node): boolean {
  const { importKind, exportKind } = node as { importKind?: unknown; exportKind?: unknown };
  return [importKind, exportKind].some((kind) => kind === 'type' || kind === 'typeof');
}

/** `import { type A }` is gone as a whole; `import {} from 'x'` runs the module. */
function allTypes(specifiers: readonly Node[]): boolean {
  return specifiers.length > 0 && specifiers.every(isTypeKind);
}

/** Whether the statement, class member, parameter or specifier is gone once the types are. */
export function isErased(node: Node): boolean {
  if (typeStatements.has(node.type)) return true;
  if ('declare' in node && node.declare === true) return true;
  if ('abstract' in node && node.abstract === true && node.type !== 'ClassDeclaration') return true;
  switch (node.type) {
    case 'ImportDeclaration':
      return isTypeKind(node) || allTypes(node.specifiers);
    case 'ExportNamedDeclaration':
      if (node.declaration) return isErased(node.declaration);
      return isTypeKind(node) || allTypes(node.specifiers);
    case 'ExportDefaultDeclaration':
      return isErased(node.declaration);
    case 'ExportAllDeclaration':
    case 'ImportSpecifier':
    case 'ExportSpecifier':
    case 'TSImportEqualsDeclaration':
      return isTypeKind(node);
    case 'TSModuleDeclaration':
      return node.body.type === 'TSModuleBlock' ? node.body.body.every(isErased) : isErased(node.body);
    default:
      return false;
  }
}
