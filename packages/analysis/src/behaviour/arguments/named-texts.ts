import type { TSType } from '@babel/types';
import type { TypeIndex } from '../javascript/type-index.js';

/** The texts that a type such as `'asc' | 'desc'` allows, by its alias too; undefined for any other type. */
export function namedTexts(type: TSType | undefined, types: TypeIndex): readonly string[] | undefined {
  if (type === undefined) return undefined;
  if (type.type === 'TSParenthesizedType') return namedTexts(type.typeAnnotation, types);
  if (type.type === 'TSLiteralType') return type.literal.type === 'StringLiteral' ? [type.literal.value] : undefined;
  if (type.type === 'TSUndefinedKeyword') return [];
  if (type.type === 'TSUnionType') {
    const parts = type.types.map((one) => namedTexts(one, types));
    return parts.every((part) => part !== undefined) ? parts.flat() : undefined;
  }
  if (type.type !== 'TSTypeReference' || type.typeName.type !== 'Identifier') return undefined;
  const declared = types.get(type.typeName.name);
  // A type that names itself comes to no end.
  return declared?.kind === 'alias' && !JSON.stringify(declared.type).includes(`"name":"${type.typeName.name}"`)
    ? namedTexts(declared.type, types)
    : undefined;
}
