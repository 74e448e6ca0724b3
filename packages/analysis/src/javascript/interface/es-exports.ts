import type { Program } from '@babel/types';
import { isErased } from '../erasure.js';
import { keyName, type Node } from '../syntax.js';
import { boundNames, type Declarations } from './declarations.js';
import type { Exported } from './exported.js';

function declared(declaration: Node): Exported[] {
  switch (declaration.type) {
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
      return declaration.id ? [{ name: declaration.id.name, value: declaration }] : [];
    case 'TSEnumDeclaration':
      return [{ name: declaration.id.name, value: declaration }];
    case 'TSModuleDeclaration':
      return [{ name: keyName(declaration.id, false) ?? '', value: declaration }];
    case 'VariableDeclaration':
      return declaration.declarations.flatMap((one) =>
        boundNames(one.id).map((name) => ({
          name,
          value: one.id.type === 'Identifier' ? (one.init ?? undefined) : undefined,
        })),
      );
    default:
      return [];
  }
}

/** What `export` statements offer; types are left out. */
export function esExports(program: Program, declarations: Declarations): Exported[] {
  return program.body.flatMap((statement): Exported[] => {
    if (isErased(statement)) return [];
    switch (statement.type) {
      case 'ExportAllDeclaration':
        return [{ name: `* from ${statement.source.value}` }];
      case 'ExportDefaultDeclaration':
        return [{ name: 'default', value: statement.declaration }];
      case 'TSImportEqualsDeclaration':
        return statement.isExport ? [{ name: statement.id.name }] : [];
      case 'ExportNamedDeclaration':
        if (statement.declaration) return declared(statement.declaration);
        return statement.specifiers.flatMap((one): Exported[] => {
          if (isErased(one)) return [];
          const name = keyName(one.exported, false) ?? '';
          if (one.type !== 'ExportSpecifier' || statement.source) return [{ name }];
          return [{ name, value: declarations.get(one.local.name) }];
        });
      default:
        return [];
    }
  });
}
