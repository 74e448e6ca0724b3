import { calledName, keyName, type Node } from './syntax.js';

/** Options of a command line in a text: `--name`, `--name=value`, `-n, --name <value>`, a whole command. */
const FLAG = /(?<![\w-])--[a-z][\w-]*/gi;

export const flagsIn = (text: string): readonly string[] => text.match(FLAG) ?? [];

const DECLARES = /^(?:option|options|boolean|string|number|count|array|alias)$/;

/** `parseArgs({ options: { name: { type } } })`, `.option('name', …)`: options that are written without their dashes. */
export function declaredFlags(node: Node): readonly string[] {
  if (node.type !== 'CallExpression') return [];
  const { callee } = node;
  const [first] = node.arguments;
  const called = calledName(callee);
  if (called === undefined || !first) return [];
  if (callee.type === 'MemberExpression' && DECLARES.test(called) && first.type === 'StringLiteral')
    return /^[a-z][\w-]+$/i.test(first.value) ? [`--${first.value}`] : [];
  if (called !== 'parseArgs' || first.type !== 'ObjectExpression') return [];
  const options = first.properties.find(
    (one) => one.type === 'ObjectProperty' && keyName(one.key, one.computed) === 'options',
  );
  if (options?.type !== 'ObjectProperty' || options.value.type !== 'ObjectExpression') return [];
  return options.value.properties.flatMap((one) => {
    const name = one.type === 'ObjectProperty' ? keyName(one.key, one.computed) : undefined;
    return name === undefined ? [] : [`--${name}`];
  });
}
