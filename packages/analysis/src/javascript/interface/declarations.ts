import { unwrap, walk, type Node } from '../syntax.js';

/** Name → what declares it: a function, a class, an enum, or the value that a variable starts with. */
export type Declarations = ReadonlyMap<string, Node>;

/** All declarations of a file by name; where scopes share a name, the outermost one is meant. */
export function declarationsOf(program: Node): Declarations {
  const found = new Map<string, { depth: number; value: Node }>();
  const add = (name: string, depth: number, value: Node | null | undefined): void => {
    const known = found.get(name);
    if (value && (!known || depth < known.depth)) found.set(name, { depth, value });
  };
  walk(program, (node, ancestors) => {
    const depth = ancestors.length;
    switch (node.type) {
      case 'FunctionDeclaration':
      case 'ClassDeclaration':
        if (node.id) add(node.id.name, depth, node);
        break;
      case 'TSEnumDeclaration':
        add(node.id.name, depth, node);
        break;
      case 'TSModuleDeclaration':
        if (node.id.type === 'Identifier') add(node.id.name, depth, node);
        break;
      case 'VariableDeclarator':
        if (node.id.type === 'Identifier') add(node.id.name, depth, node.init);
        break;
      default:
    }
  });
  return new Map([...found].map(([name, { value }]) => [name, value]));
}

/** Follows names and wrappers such as `Object.freeze(…)` to the value; a name without a declaration stays a name. */
export function resolve(node: Node, declarations: Declarations, depth = 0): Node {
  const value = unwrap(node);
  if (depth > 20) return value;
  if (value.type === 'Identifier') {
    const declared = declarations.get(value.name);
    return declared ? resolve(declared, declarations, depth + 1) : value;
  }
  if (value.type === 'AssignmentExpression') return resolve(value.right, declarations, depth + 1);
  if (value.type === 'CallExpression' && value.callee.type === 'MemberExpression') {
    const { object, property } = value.callee;
    const first = value.arguments[0];
    const freezes = object.type === 'Identifier' && object.name === 'Object' && property.type === 'Identifier';
    if (freezes && first && ['freeze', 'seal', 'preventExtensions'].includes(property.name)) {
      return resolve(first, declarations, depth + 1);
    }
  }
  return value;
}

/** The names that a pattern binds. */
export function boundNames(pattern: Node): string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name];
    case 'AssignmentPattern':
      return boundNames(pattern.left);
    case 'RestElement':
      return boundNames(pattern.argument);
    case 'ArrayPattern':
      return pattern.elements.flatMap((element) => (element ? boundNames(element) : []));
    case 'ObjectPattern':
      return pattern.properties.flatMap((one) => boundNames(one.type === 'RestElement' ? one : one.value));
    case 'TSParameterProperty':
      return boundNames(pattern.parameter);
    default:
      return [];
  }
}
