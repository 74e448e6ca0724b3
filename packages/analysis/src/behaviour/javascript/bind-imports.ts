import type { ImportDeclaration } from '@babel/types';
import type { Known, Scope } from './scope.js';

export function refTo(module: string, name: string): Known {
  return { is: 'arg', arg: { kind: 'ref', module, name } };
}

/** Gives the imported names of modules of the tree their meaning. */
export function bindImports(
  node: ImportDeclaration,
  scope: Scope,
  resolve: (specifier: string) => string | undefined,
  isCommonJs: (module: string) => boolean,
): void {
  const module = resolve(node.source.value);
  if (module === undefined) return;
  for (const specifier of node.specifiers) {
    if (specifier.type === 'ImportNamespaceSpecifier') {
      scope.define(specifier.local.name, { is: 'namespace', module });
    } else if (specifier.type === 'ImportDefaultSpecifier') {
      scope.define(specifier.local.name, isCommonJs(module) ? { is: 'namespace', module } : refTo(module, 'default'));
    } else {
      const { imported } = specifier;
      scope.define(
        specifier.local.name,
        refTo(module, imported.type === 'Identifier' ? imported.name : imported.value),
      );
    }
  }
}
