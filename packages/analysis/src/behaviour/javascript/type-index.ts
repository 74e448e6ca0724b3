import type { TSType, TSTypeElement } from '@babel/types';
import { parseSource } from './parse-source.js';

export type DeclaredType =
  | { readonly kind: 'members'; readonly members: readonly TSTypeElement[] }
  | { readonly kind: 'alias'; readonly type: TSType };

/** Interfaces and type aliases by name; where two modules declare the same name, the first one counts. */
export type TypeIndex = ReadonlyMap<string, DeclaredType>;

export function readTypes(files: Iterable<readonly [path: string, source: string]>): TypeIndex {
  const types = new Map<string, DeclaredType>();
  const heritage: { name: string; parents: string[] }[] = [];
  for (const [path, source] of files) {
    if (!/\.[cm]?tsx?$/.test(path)) continue;
    for (const statement of parseSource(path, source)?.program.body ?? []) {
      const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
      if (node?.type === 'TSInterfaceDeclaration' && !types.has(node.id.name)) {
        types.set(node.id.name, { kind: 'members', members: node.body.body });
        const parents = (node.extends ?? []).flatMap((one) =>
          'expression' in one && one.expression.type === 'Identifier' ? [one.expression.name] : [],
        );
        heritage.push({ name: node.id.name, parents });
      }
      if (node?.type === 'TSTypeAliasDeclaration' && !types.has(node.id.name)) {
        types.set(node.id.name, { kind: 'alias', type: node.typeAnnotation });
      }
    }
  }
  for (const { name, parents } of heritage) {
    const own = types.get(name);
    const inherited = parents.flatMap((parent) => {
      const type = types.get(parent);
      return type?.kind === 'members' ? type.members : [];
    });
    if (own?.kind === 'members') types.set(name, { kind: 'members', members: [...own.members, ...inherited] });
  }
  return types;
}
