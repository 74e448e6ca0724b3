import type { Program } from '@babel/types';
import { isErased } from '../erasure.js';
import { keyName, type Node } from '../syntax.js';
import { boundNames } from './declarations.js';

function declaredTypes(declaration: Node): string[] {
  if (declaration.type === 'VariableDeclaration') return declaration.declarations.flatMap((one) => boundNames(one.id));
  if (!('id' in declaration) || !declaration.id || typeof declaration.id !== 'object') return [];
  return [keyName(declaration.id, false) ?? ''].filter((name) => name !== '');
}

/** What `export` offers to the type checker only: interfaces, aliases, `export type { … }`, `export declare …`. */
export function exportedTypes(program: Program): string[] {
  const names = program.body.flatMap((statement): string[] => {
    switch (statement.type) {
      case 'ExportAllDeclaration':
        return isErased(statement) ? [`* from ${statement.source.value}`] : [];
      case 'ExportDefaultDeclaration':
        return isErased(statement) ? ['default'] : [];
      case 'ExportNamedDeclaration':
        if (statement.declaration) return isErased(statement) ? declaredTypes(statement.declaration) : [];
        return statement.specifiers
          .filter((one) => isErased(statement) || isErased(one))
          .map((one) => keyName(one.exported, false) ?? '');
      default:
        return [];
    }
  });
  return [...new Set(names)].sort();
}
