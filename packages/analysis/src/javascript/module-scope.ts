import type { ModuleScope, ModuleStatement } from '@typed-evidence-chain/core';
import type { JavaScriptSource } from './parse.js';
import { endOf, isFunction, keyName, startOf, unwrap, walk, type Node } from './syntax.js';

/** Names that every module has say nothing about what a statement is for. */
const EVERYWHERE = new Set(Object.getOwnPropertyNames(globalThis).concat('module', 'exports', 'require', 'prototype'));

/** Names of a target, a pattern, or the owner of a call: `a` of `a.b(c)`, `a` and `b` of `a.b = c`. */
function namesOf(node: Node | null | undefined, isTarget: boolean): string[] {
  if (!node) return [];
  switch (node.type) {
    case 'Identifier':
      return EVERYWHERE.has(node.name) ? [] : [node.name];
    case 'MemberExpression':
    case 'OptionalMemberExpression': {
      const own = isTarget && !node.computed && node.property.type === 'Identifier' ? [node.property.name] : [];
      return [...namesOf(node.object, isTarget), ...own];
    }
    case 'CallExpression':
      return namesOf(node.callee, false);
    case 'ObjectPattern':
      return node.properties.flatMap((one) =>
        namesOf(one.type === 'RestElement' ? one.argument : (one.value as Node), isTarget),
      );
    case 'ArrayPattern':
      return node.elements.flatMap((one) => namesOf(one, isTarget));
    case 'AssignmentPattern':
      return namesOf(node.left, isTarget);
    case 'RestElement':
      return namesOf(node.argument, isTarget);
    default:
      return [];
  }
}

/** Every name in a statement of another kind: a loop that fills a table, a condition. */
function allNames(node: Node): string[] {
  const names = new Set<string>();
  walk(node, (one) => {
    if (one.type === 'Identifier' && !EVERYWHERE.has(one.name)) names.add(one.name);
  });
  return [...names];
}

const isModuleExports = (node: Node): boolean =>
  node.type === 'MemberExpression' &&
  node.object.type === 'Identifier' &&
  node.object.name === 'module' &&
  node.property.type === 'Identifier' &&
  node.property.name === 'exports';

/** What other modules may call anything is known by the name of the file. */
function ownNames(path: string): string[] {
  const parts = path.split('/');
  const stem = (parts.pop() ?? '').replace(/\.[^.]+$/, '');
  return ['default', stem === 'index' ? (parts.pop() ?? stem) : stem];
}

function boundBy(node: Node, path: string): string[] {
  switch (node.type) {
    case 'ImportDeclaration':
      return node.specifiers.map((one) => one.local.name);
    case 'VariableDeclaration':
      return node.declarations.flatMap((one) => namesOf(one.id as Node, true));
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
    case 'TSEnumDeclaration':
      return node.id ? [node.id.name] : [];
    case 'ExportNamedDeclaration':
      return node.declaration
        ? boundBy(node.declaration, path)
        : node.specifiers.flatMap((one) => [
            ...(one.type === 'ExportSpecifier' ? namesOf(one.local, true) : []),
            ...(one.exported.type === 'Identifier' ? [one.exported.name] : []),
          ]);
    case 'ExportDefaultDeclaration':
      return [...ownNames(path), ...boundBy(node.declaration, path), ...namesOf(node.declaration, true)];
    case 'ExportAllDeclaration':
      return [];
    case 'ExpressionStatement':
      return boundByExpression(unwrap(node.expression), path);
    default:
      return allNames(node);
  }
}

function boundByExpression(node: Node, path: string): string[] {
  if (node.type === 'AssignmentExpression') {
    const further = boundByExpression(unwrap(node.right), path);
    if (!isModuleExports(node.left)) return [...namesOf(node.left, true), ...further];
    const keys = node.right.type === 'ObjectExpression' ? node.right.properties : [];
    return [
      ...ownNames(path),
      ...further,
      ...namesOf(unwrap(node.right), true),
      ...keys.flatMap((one) => ('key' in one ? namesOf(one.key, true) : [])),
    ];
  }
  if (node.type === 'CallExpression')
    return [node.callee as Node, ...(node.arguments as Node[])].flatMap((one) => namesOf(one, false));
  return [];
}

/** The name of a class's attribute that holds a function. */
const memberOf = (node: Node): string | undefined =>
  node.type === 'ClassProperty' && node.value && isFunction(node.value) ? keyName(node.key, node.computed) : undefined;

const bodyOf = (node: Node): Node | undefined => (isFunction(node) ? node.body : undefined);

/** The statements that loading runs, and the lines that only a call runs. */
export function javaScriptModuleScope({ file, lines }: JavaScriptSource, path: string): ModuleScope {
  const first = (node: Node): number => lines.lineOf(startOf(node));
  const last = (node: Node): number => lines.lineOf(Math.max(startOf(node), endOf(node) - 1));
  const statements = file.program.body.map((node): ModuleStatement => ({
    fromLine: first(node),
    toLine: last(node),
    binds: [...new Set(boundBy(node, path))],
  }));
  const bodies: ModuleScope['bodies'][number][] = [];
  walk(file.program, (node) => {
    const member = memberOf(node);
    if (member !== undefined)
      statements.push({ fromLine: first(node), toLine: first(node), binds: [member], isMember: true });
    const body = bodyOf(node);
    if (!body) return;
    const parts = body.type === 'BlockStatement' ? [...body.directives, ...body.body] : [body];
    const [from, to] = [parts[0], parts.at(-1)];
    if (!from || !to) return;
    const opening = body.type === 'BlockStatement' ? first(body) : first(node);
    const fromLine = Math.max(first(from), opening + 1);
    if (fromLine <= last(to)) bodies.push({ fromLine, toLine: last(to) });
  });
  return { statements, bodies };
}
