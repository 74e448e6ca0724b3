import { isFunction, keyName, unwrap, walk, type Node } from '../syntax.js';
import { boundNames } from './declarations.js';
import { patternKeys } from './offered-names.js';

/** Members of the language's own types: reading one says nothing about the options that a function takes. */
const builtIn = new Set(
  [Object, Function, Array, String, Number, BigInt, Boolean, Symbol, Date, RegExp, Map, Set, WeakMap, Promise, Error, Uint8Array, ArrayBuffer]
    .map((one): object => one.prototype as object)
    .concat([Object.getPrototypeOf(Uint8Array.prototype) as object])
    .flatMap((prototype) => Object.getOwnPropertyNames(prototype)),
);

/**
 * Properties that functions read from their parameters (`options.max`, `const { max } = options`). All functions count,
 * so that moving a read into a helper brings no new name.
 */
export function parameterReads(program: Node): string[] {
  const names = new Set<string>();
  walk(program, (node, ancestors) => {
    const isParameter = (expression: Node): boolean => {
      const value = unwrap(expression);
      if (value.type !== 'Identifier') return false;
      return ancestors.some((one) => isFunction(one) && one.params.some((parameter) => isNamed(parameter, value.name)));
    };
    if ((node.type === 'MemberExpression' || node.type === 'OptionalMemberExpression') && isParameter(node.object)) {
      const name = keyName(node.property, node.computed);
      if (name !== undefined && !builtIn.has(name) && Number.isNaN(Number(name))) names.add(name);
    }
    if (node.type === 'VariableDeclarator' && node.id.type === 'ObjectPattern' && node.init) {
      const init = unwrap(node.init);
      const source = init.type === 'LogicalExpression' ? init.left : init;
      if (isParameter(source)) patternKeys(node.id).forEach((name) => names.add(name));
    }
  });
  return [...names];
}

function isNamed(parameter: Node, name: string): boolean {
  if (parameter.type === 'Identifier') return parameter.name === name;
  const holds = parameter.type === 'AssignmentPattern' || parameter.type === 'RestElement' || parameter.type === 'TSParameterProperty';
  return holds && boundNames(parameter).includes(name);
}
