import { unwrap, type Node } from '../syntax.js';

/** Placeholders of tables: `%s`, `%$`, `$name.first`, `$#`. */
const placeholder = /%[sdifjoOcp#$%]|\$(?:#|[\p{ID_Start}_$][\p{ID_Continue}$]*(?:\.[\p{ID_Continue}$]+)*)/gu;

/** The constant text of an expression, its computed parts as `*`. */
export function titleText(expression: Node, constants: ReadonlyMap<string, Node>, depth = 0): string {
  const node = unwrap(expression);
  switch (node.type) {
    case 'StringLiteral':
      return node.value;
    case 'NumericLiteral':
      return String(node.value);
    case 'TemplateLiteral':
      return node.quasis
        .map(({ value }, index) => {
          const computed = node.expressions[index];
          return (value.cooked ?? value.raw) + (computed ? titleText(computed, constants, depth + 1) : '');
        })
        .join('');
    case 'BinaryExpression':
      return node.operator === '+'
        ? titleText(node.left, constants, depth + 1) + titleText(node.right, constants, depth + 1)
        : '*';
    case 'Identifier': {
      const value = constants.get(node.name);
      return value && depth < 8 ? titleText(value, constants, depth + 1) : '*';
    }
    default:
      return '*';
  }
}

/** Titles of tables say where the values of a row go. */
export function tableTitle(title: string): string {
  return title.replace(placeholder, '*');
}

/** `const name = 'text'` by name; a name that is declared twice has no constant value. */
export function stringConstants(program: Node): ReadonlyMap<string, Node> {
  const found = new Map<string, Node>();
  if (program.type !== 'Program') return found;
  for (const statement of program.body) {
    if (statement.type !== 'VariableDeclaration' || statement.kind !== 'const') continue;
    for (const { id, init } of statement.declarations) {
      const constant = init?.type === 'StringLiteral' || init?.type === 'TemplateLiteral';
      if (id.type === 'Identifier' && constant) found.set(id.name, init);
    }
  }
  return found;
}
