import type { Class } from '@babel/types';
import type { Print } from '../print.js';
import { isFunction, keyName, type FunctionNode, type Node } from '../syntax.js';
import { resolve, type Declarations } from './declarations.js';

/** `async (a: string, b = 1): void`, or with a name between the two. */
function functionText(node: FunctionNode, print: Print, name = ''): string {
  // Types of parameters are printed with their function only.
  const header = {
    type: 'FunctionExpression',
    params: node.params,
    typeParameters: node.typeParameters,
    returnType: node.returnType,
    body: { type: 'BlockStatement', body: [], directives: [] },
  } as unknown as Node;
  const text = print(header, { keepTypes: true, oneLine: true }).slice('function'.length, -'{}'.length).trim();
  return `${node.async ? 'async ' : ''}${node.generator ? '*' : ''}${name}${text}`;
}

function isPublic(member: object): boolean {
  const { accessibility } = member as { accessibility?: unknown };
  return accessibility !== 'private' && accessibility !== 'protected';
}

function classText(node: Class, print: Print): string {
  const members = node.body.body.flatMap((member) => {
    if (!isPublic(member)) return [];
    const isStatic = 'static' in member && member.static ? 'static ' : '';
    if (member.type === 'ClassMethod') {
      const name = keyName(member.key, member.computed ?? false) ?? '[computed]';
      const kind = member.kind === 'get' || member.kind === 'set' ? `${member.kind} ` : '';
      return [`${isStatic}${kind}${functionText(member, print, name)}`];
    }
    if (member.type === 'ClassProperty' || member.type === 'ClassAccessorProperty') {
      const name = keyName(member.key, member.computed ?? false) ?? '[computed]';
      return [isStatic + (isFunction(member.value) ? functionText(member.value, print, name) : name)];
    }
    return [];
  });
  const parent = node.superClass ? ` extends ${print(node.superClass, { oneLine: true })}` : '';
  return `class${parent} { ${members.sort().join('; ')} }`;
}

/** How the value can be called, by name; an object literal adds a `name.member` for each function in it. */
export function signaturesOf(
  name: string,
  value: Node,
  declarations: Declarations,
  print: Print,
  depth = 0,
): [string, string][] {
  const resolved = resolve(value, declarations);
  if (isFunction(resolved)) return [[name, functionText(resolved, print)]];
  if (resolved.type === 'ClassDeclaration' || resolved.type === 'ClassExpression')
    return [[name, classText(resolved, print)]];
  if (resolved.type !== 'ObjectExpression' || depth > 3) return [];
  return resolved.properties.flatMap((property) => {
    if (property.type === 'SpreadElement') return [];
    const key = keyName(property.key, property.computed);
    const member = property.type === 'ObjectMethod' ? property : property.value;
    return key === undefined ? [] : signaturesOf(`${name}.${key}`, member, declarations, print, depth + 1);
  });
}
