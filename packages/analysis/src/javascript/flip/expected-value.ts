import { endOf, keyName, startOf, unwrap, type Node } from '../syntax.js';
import { numberOffset, type Edit, type FlipContext } from './edit.js';

/** Calls that only wrap an expected value. */
const wrappers = new Set([
  'Set',
  'Map',
  'Date',
  'Error',
  'TypeError',
  'RangeError',
  'RegExp',
  'BigInt',
  'Number',
  'String',
]);
const matchers = new Set([
  'objectContaining',
  'arrayContaining',
  'stringContaining',
  'stringMatching',
  'closeTo',
  'arrayOf',
]);

function replace(node: Node, text: string): Edit {
  return { start: startOf(node), end: endOf(node), text };
}

/** The last of several values that can be changed: nothing after it in the same literal can overwrite it. */
function lastOf(nodes: readonly (Node | null | undefined)[], context: FlipContext): Edit | undefined {
  for (const node of [...nodes].reverse()) {
    const edit = node ? flipLiteral(node, context) : undefined;
    if (edit) return edit;
  }
  return undefined;
}

function flipObject(node: Extract<Node, { type: 'ObjectExpression' }>, context: FlipContext): Edit | undefined {
  if (node.properties.length === 0) return replace(node, `{ ${JSON.stringify(context.word)}: true }`);
  const spread = node.properties.findLastIndex((one) => one.type === 'SpreadElement');
  const values = node.properties.slice(spread + 1).flatMap((one) => {
    if (one.type !== 'ObjectProperty') return [];
    return keyName(one.key, one.computed) === '__proto__' ? [] : [one.value];
  });
  return lastOf(values, context);
}

/**
 * Changes one literal in an expected value, keeping its type: another string or number, the other boolean, a pattern that
 * matches nothing. Undefined where the value holds no literal that decides about equality.
 */
export function flipLiteral(expression: Node, context: FlipContext): Edit | undefined {
  const node = unwrap(expression);
  const word = `'${context.word}'`;
  switch (node.type) {
    case 'StringLiteral':
    case 'NullLiteral':
      return replace(node, word);
    case 'TemplateLiteral':
      return replace(node, word);
    case 'NumericLiteral':
      return Number.isFinite(node.value) && Math.abs(node.value) < 1e15
        ? replace(node, String(node.value + numberOffset))
        : replace(node, String(numberOffset));
    case 'BigIntLiteral':
      return replace(node, `${BigInt(node.value) + BigInt(numberOffset)}n`);
    case 'BooleanLiteral':
      return replace(node, String(!node.value));
    case 'RegExpLiteral':
      return replace(node, `/${context.word}/`);
    case 'Identifier':
      return ['undefined', 'NaN', 'Infinity'].includes(node.name) ? replace(node, word) : undefined;
    case 'UnaryExpression': {
      const inner = unwrap(node.argument);
      const signed = node.operator === '-' || node.operator === '+';
      if (signed && inner.type === 'Identifier') return replace(node, word);
      if (signed && inner.type === 'NumericLiteral') return replace(node, String(numberOffset));
      return signed && inner.type === 'BigIntLiteral' ? replace(node, `${numberOffset}n`) : undefined;
    }
    case 'ArrayExpression':
      return node.elements.length === 0 ? replace(node, `[${word}]`) : lastOf(node.elements, context);
    case 'ObjectExpression':
      return flipObject(node, context);
    case 'NewExpression':
      return node.callee.type === 'Identifier' && wrappers.has(node.callee.name)
        ? lastOf(node.arguments.slice(0, 1), context)
        : undefined;
    case 'CallExpression': {
      const { callee } = node;
      const name = callee.type === 'MemberExpression' ? keyName(callee.property, callee.computed) : undefined;
      return name !== undefined && matchers.has(name) ? lastOf(node.arguments.slice(0, 1), context) : undefined;
    }
    default:
      return undefined;
  }
}

/** Another expected value, whatever the expression is: where no literal decides, a word replaces it as a whole. */
export function flipValue(expression: Node, context: FlipContext): Edit {
  return flipLiteral(expression, context) ?? replace(expression, `'${context.word}'`);
}

export function sourceOf(node: Node, { text }: FlipContext): string {
  return text.slice(startOf(node), endOf(node));
}

/** The opposite truth value. */
export function negate(expression: Node, context: FlipContext): Edit {
  const node = unwrap(expression);
  if (node.type === 'BooleanLiteral') return replace(expression, String(!node.value));
  return replace(expression, `!(${sourceOf(expression, context)})`);
}
