import { boundNames } from '../interface/declarations.js';
import { patternKeys } from '../interface/offered-names.js';
import { literalText } from '../import-statement.js';
import { isFunction, isNode, keyName, unwrap, walk, type FunctionNode, type Node } from '../syntax.js';

const BAG_NAME = /^_*#?(?:options?|opts?|config(?:uration)?|settings|params|props|flags|prefs|preferences|init)$/i;
const BAG_ENDING =
  /(?:Options?|Opts?|Config|Settings|Props|Params|Flags|Init|_(?:options?|opts?|config|settings|params))$/;
const DEFAULTS = /defaults?/i;

const isBagName = (name: string): boolean => BAG_NAME.test(name) || BAG_ENDING.test(name);

/** What every object has is no option. */
const OF_EVERY_OBJECT = new Set(Object.getOwnPropertyNames(Object.prototype));

/** What texts, lists and expressions have: read of a further parameter, it is no option. */
const OF_THE_LANGUAGE = new Set([
  ...[Array, String, Number, RegExp, Function, Map, Set, Date, Error, Promise].flatMap((one) =>
    Object.getOwnPropertyNames(one.prototype),
  ),
  'lastIndex',
]);

/** A function that is handed over where it is written gets records: `rows.map((row) => row.name)`. */
const isInline = (ancestors: readonly Node[], node: Node): boolean => {
  const parent = ancestors.at(-1);
  return (
    (parent?.type === 'CallExpression' || parent?.type === 'OptionalCallExpression') &&
    parent.arguments.some((one) => one === node)
  );
};

interface Parameter {
  readonly pattern: Node;
  readonly mayBeLeftOut: boolean;
}

function parameterOf(node: Node): Parameter {
  if (node.type === 'TSParameterProperty') return parameterOf(node.parameter);
  if (node.type === 'AssignmentPattern') return { pattern: node.left, mayBeLeftOut: true };
  return { pattern: node, mayBeLeftOut: node.type === 'Identifier' && node.optional === true };
}

/**
 * Names of parameters that hold options: by their name, because they may be left out, or because they come after the
 * subject. The first parameter may be a record whose fields are data.
 */
function bagParameters(node: FunctionNode, ancestors: readonly Node[]): string[] {
  if (isInline(ancestors, node)) return [];
  return node.params.flatMap((one, index) => {
    const { pattern, mayBeLeftOut } = parameterOf(one);
    if (pattern.type !== 'Identifier') return [];
    return mayBeLeftOut || index > 0 || isBagName(pattern.name) ? [pattern.name] : [];
  });
}

/** Whether a value is made out of options: `{ ...defaults, ...options }`, `Object.assign({}, options)`, `options || {}`. */
function madeOf(value: Node, bags: ReadonlySet<string>): boolean {
  const node = unwrap(value);
  switch (node.type) {
    case 'Identifier':
      return bags.has(node.name);
    case 'LogicalExpression':
      return madeOf(node.left, bags) || madeOf(node.right, bags);
    case 'ConditionalExpression':
      return madeOf(node.consequent, bags) || madeOf(node.alternate, bags);
    case 'ObjectExpression':
      return node.properties.some((one) => one.type === 'SpreadElement' && madeOf(one.argument, bags));
    case 'CallExpression':
      return node.arguments.some((one) => isNode(one) && madeOf(one, bags)) && isMerging(node.callee);
    default:
      return false;
  }
}

const MERGES =
  /assign|merge|defaults|extend|options|opts|config|settings|normali[sz]e|resolve|create|clone|freeze|with/i;

const isMerging = (callee: Node): boolean => {
  if (callee.type === 'Identifier') return MERGES.test(callee.name);
  return callee.type === 'MemberExpression' && MERGES.test(keyName(callee.property, callee.computed) ?? '');
};

/** Methods that lists and texts have: calling them reads no option. */
const isCalledMethod = (node: Node, parent: Node | undefined, name: string): boolean =>
  parent?.type === 'CallExpression' &&
  parent.callee === node &&
  (name in Array.prototype || name in String.prototype || name in Map.prototype || name in Promise.prototype);

/**
 * Names that a module reads of what a caller may hand over beside its subject: options, whether taken apart in the
 * parameters, read one by one, or listed in a table of defaults.
 */
export function optionReads(program: Node): string[] {
  const found = new Set<string>();
  const bags = new Set<string>();
  walk(program, (node, ancestors) => {
    if (isFunction(node)) bagParameters(node, ancestors).forEach((name) => bags.add(name));
  });
  // A value made of options may be declared above the function that gets them: a second look finds what it led to.
  for (let round = 0; round < 2; round += 1) {
    walk(program, (node) => {
      const target =
        node.type === 'VariableDeclarator' ? node.id : node.type === 'AssignmentExpression' ? node.left : undefined;
      const value =
        node.type === 'VariableDeclarator' ? node.init : node.type === 'AssignmentExpression' ? node.right : undefined;
      if (target?.type === 'Identifier' && value && madeOf(value, bags)) bags.add(target.name);
    });
  }
  const isBag = (value: Node): boolean => {
    const node = unwrap(value);
    if (node.type === 'Identifier') return bags.has(node.name) || isBagName(node.name);
    if (node.type === 'MemberExpression' || node.type === 'OptionalMemberExpression')
      return isBagName(keyName(node.property, node.computed) ?? '');
    return madeOf(node, bags);
  };
  const add = (name: string | undefined): void => {
    if (name !== undefined && !OF_EVERY_OBJECT.has(name)) found.add(name);
  };
  walk(program, (node, ancestors) => {
    const parent = ancestors.at(-1);
    if (isFunction(node) && !isInline(ancestors, node)) {
      node.params.forEach((one) => patternKeys(one).forEach(add));
    }
    if ((node.type === 'MemberExpression' || node.type === 'OptionalMemberExpression') && isBag(node.object)) {
      const name = keyName(node.property, node.computed) ?? literalText(node.property);
      const owner = unwrap(node.object);
      const isNamedBag = owner.type !== 'Identifier' || isBagName(owner.name);
      const isOption = name !== undefined && (isNamedBag || !OF_THE_LANGUAGE.has(name));
      if (isOption && !isCalledMethod(node, parent, name)) add(name);
    }
    if (node.type === 'VariableDeclarator' || node.type === 'AssignmentExpression') {
      const [target, value] = node.type === 'VariableDeclarator' ? [node.id, node.init] : [node.left, node.right];
      if (target.type === 'ObjectPattern' && value && isBag(value)) patternKeys(target).forEach(add);
      const names = boundNames(target);
      const table = value ? unwrap(value) : undefined;
      if (table?.type === 'ObjectExpression' && names.some((name) => DEFAULTS.test(name))) keysOf(table).forEach(add);
      if (table?.type === 'ObjectExpression' && madeOf(table, bags)) keysOf(table).forEach(add);
    }
    if (node.type === 'BinaryExpression' && node.operator === 'in' && isBag(node.right)) add(literalText(node.left));
    if (node.type === 'CallExpression' && node.arguments.some((one) => isNode(one) && isBag(one))) {
      for (const one of node.arguments) {
        add(literalText(one));
        if (isNode(one) && one.type === 'ObjectExpression' && isMerging(node.callee)) keysOf(one).forEach(add);
      }
    }
  });
  return [...found];
}

function keysOf(table: Extract<Node, { type: 'ObjectExpression' }>): string[] {
  return table.properties.flatMap((one) => {
    const name = one.type === 'SpreadElement' ? undefined : keyName(one.key, one.computed);
    return name === undefined ? [] : [name];
  });
}
