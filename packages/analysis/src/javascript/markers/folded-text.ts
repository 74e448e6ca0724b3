import { literalText } from '../import-statement.js';
import { isNode, unwrap, type Node } from '../syntax.js';

/** The text that an expression of literals gives: `'VI' + 'TEST'`, `['VI', 'TEST'].join('')`, a template. */
export function foldedText(expression: Node): string | undefined {
  const node = unwrap(expression);
  const text = literalText(node);
  if (text !== undefined) return text;
  if (node.type === 'BinaryExpression' && node.operator === '+' && isNode(node.left))
    return joined([node.left, node.right]);
  if (node.type === 'TemplateLiteral') {
    const parts = node.quasis.flatMap((quasi, index) => {
      const inner = node.expressions[index];
      return [{ type: 'StringLiteral', value: quasi.value.cooked ?? '' } as Node, ...(inner ? [inner] : [])];
    });
    return joined(parts);
  }
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined;
  const { object, property } = node.callee;
  if (object.type !== 'ArrayExpression' || property.type !== 'Identifier' || property.name !== 'join') return undefined;
  const parts = object.elements.map((one) => (one ? foldedText(one) : undefined));
  const between = node.arguments.length === 0 ? ',' : literalText(node.arguments[0]);
  return between === undefined || parts.includes(undefined) ? undefined : parts.join(between);
}

function joined(parts: readonly Node[]): string | undefined {
  const texts = parts.map(foldedText);
  return texts.includes(undefined) ? undefined : texts.join('');
}
