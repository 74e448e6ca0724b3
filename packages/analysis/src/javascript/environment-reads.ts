import { foldedText } from './markers/folded-text.js';
import { keyName, walk, type Node } from './syntax.js';

const OWNERS = new Set(['process', 'Bun', 'Deno']);
const PROCESS_MODULE = /^(?:node:)?process$/;

/** Names of variables of the environment that code reads: `process.env.NAME`, `const { NAME } = process.env`, `'NAME' in env`. */
export function javaScriptEnvironmentReads(program: Node): string[] {
  const aliases = aliasesOf(program);
  const texts = textConstants(program);
  const isEnvironment = (node: Node): boolean =>
    (node.type === 'Identifier' && aliases.has(node.name)) || isEnvironmentOfOwner(node);
  const textOf = (node: Node): string | undefined =>
    node.type === 'Identifier' ? texts.get(node.name) : foldedText(node);
  const found = new Set<string>();
  const add = (name: string | undefined): void => {
    if (name !== undefined) found.add(name);
  };
  walk(program, (node, ancestors) => {
    if (node.type === 'MemberExpression' || node.type === 'OptionalMemberExpression') {
      const parent = ancestors.at(-1);
      const isWritten =
        (parent?.type === 'AssignmentExpression' && parent.operator === '=' && parent.left === node) ||
        (parent?.type === 'UnaryExpression' && parent.operator === 'delete');
      if (isEnvironment(node.object) && !isWritten) add(propertyOf(node) ?? textOf(node.property));
    }
    if (node.type === 'VariableDeclarator' || node.type === 'AssignmentExpression') {
      const [target, value] = node.type === 'VariableDeclarator' ? [node.id, node.init] : [node.left, node.right];
      if (target.type === 'ObjectPattern' && value && isEnvironment(value))
        for (const one of target.properties) if (one.type !== 'RestElement') add(keyName(one.key, one.computed));
    }
    if (node.type === 'BinaryExpression' && node.operator === 'in' && isEnvironment(node.right)) add(textOf(node.left));
    if (node.type === 'CallExpression' && node.callee.type === 'MemberExpression') {
      const { object, property, computed } = node.callee;
      const [first] = node.arguments;
      if (isEnvironment(object) && /^(?:get|has)$/.test(keyName(property, computed) ?? '') && first) add(textOf(first));
    }
    return undefined;
  });
  // `Deno.env.get('NAME')` asks for NAME.
  return [...found].filter((name) => name !== 'get' && name !== 'has' && name !== 'toObject');
}

function propertyOf(node: Node & { type: 'MemberExpression' | 'OptionalMemberExpression' }): string | undefined {
  return keyName(node.property, node.computed) ?? (node.computed ? foldedText(node.property) : undefined);
}

/** `process.env`, `globalThis.process.env`, `import.meta.env`. */
function isEnvironmentOfOwner(node: Node): boolean {
  if (node.type !== 'MemberExpression' && node.type !== 'OptionalMemberExpression') return false;
  if (propertyOf(node) !== 'env') return false;
  const { object } = node;
  if (object.type === 'MetaProperty') return true;
  if (object.type === 'Identifier') return OWNERS.has(object.name);
  return (
    (object.type === 'MemberExpression' || object.type === 'OptionalMemberExpression') &&
    OWNERS.has(propertyOf(object) ?? '')
  );
}

/** Constants of the module that hold a text. */
function textConstants(program: Node): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  walk(program, (node) => {
    if (node.type !== 'VariableDeclaration' || node.kind !== 'const') return undefined;
    for (const { id, init } of node.declarations) {
      const text = init ? foldedText(init) : undefined;
      if (id.type === 'Identifier' && text !== undefined) texts.set(id.name, text);
    }
    return undefined;
  });
  return texts;
}

/** `const env = process.env`, `const { env } = process`, `import { env } from 'node:process'`. */
function aliasesOf(program: Node): ReadonlySet<string> {
  const aliases = new Set<string>();
  walk(program, (node) => {
    if (node.type === 'VariableDeclarator' && node.init) {
      if (node.id.type === 'Identifier' && isEnvironmentOfOwner(node.init)) aliases.add(node.id.name);
      if (node.id.type === 'ObjectPattern' && isProcess(node.init))
        for (const one of node.id.properties)
          if (one.type !== 'RestElement' && keyName(one.key, one.computed) === 'env' && one.value.type === 'Identifier')
            aliases.add(one.value.name);
    }
    if (node.type === 'ImportDeclaration' && PROCESS_MODULE.test(node.source.value))
      for (const one of node.specifiers)
        if (one.type === 'ImportSpecifier' && keyName(one.imported, false) === 'env') aliases.add(one.local.name);
    return undefined;
  });
  return aliases;
}

const isProcess = (node: Node): boolean =>
  (node.type === 'Identifier' && OWNERS.has(node.name)) ||
  (node.type === 'CallExpression' &&
    node.callee.type === 'Identifier' &&
    node.callee.name === 'require' &&
    node.arguments[0]?.type === 'StringLiteral' &&
    PROCESS_MODULE.test(node.arguments[0].value));
