import type { CodeAsks } from '@typed-evidence-chain/core';
import { reachesCode, reachesProgram } from './asks/handed-keys.js';
import { origins, type Origin } from './asks/origin.js';
import { listsNames, memberRead, probedTexts } from './asks/probes.js';
import { flagsIn } from './flag-texts.js';
import { importedNames, literalText, requiredSpecifier } from './import-statement.js';
import { foldedText } from './markers/folded-text.js';
import type { JavaScriptSource } from './parse.js';
import { chainOf, rootName } from './surface/chain.js';
import { declarationsOf } from './interface/declarations.js';
import { testBindings } from './surface/test-bindings.js';
import { isFunction, keyName, startOf, unwrap, walk, type Node } from './syntax.js';

/** What values of the language have anyway; a new method of such a name is asked for on a thing of the program only. */
const OF_THE_LANGUAGE = new Set(
  [Object, Array, String, Number, Function, Promise, RegExp, Map, Set, Date, Error, Symbol, BigInt].flatMap((one) => [
    ...Object.getOwnPropertyNames(one.prototype),
    ...Object.getOwnPropertyNames(one),
  ]),
);

const isStatement = (node: Node): boolean =>
  /(?:Statement|Declaration)$/.test(node.type) && node.type !== 'BlockStatement';

/** The line on which the innermost statement around a node begins. */
function statementStart(node: Node, ancestors: readonly Node[]): number {
  const at = [...ancestors, node].findLast((one) => isStatement(one) || isFunction(one));
  return startOf(at ?? node);
}

const isWhole = (imported: string): boolean => imported === '*' || imported === 'default';

/** Whether an identifier only names something: a key, a property, what an import or a pattern binds. */
function isName(node: Node, ancestors: readonly Node[]): boolean {
  const parent = ancestors.at(-1);
  if (!parent || parent.type.startsWith('Import')) return true;
  if ('key' in parent && parent.key === node && !('computed' in parent && parent.computed)) return true;
  if ('property' in parent && parent.property === node && !('computed' in parent && parent.computed)) return true;
  return ancestors.some((one) => one.type === 'ObjectPattern' || one.type === 'ArrayPattern');
}

/** What the code of a test hands to the code under test and asks of it: keys of objects, members, calls. */
export function javaScriptCodeAsks({ file: { program }, lines }: JavaScriptSource): CodeAsks {
  const bindings = testBindings(program);
  const originOf = origins(program, bindings);
  const constants = declarationsOf(program);
  const textOf = (node: Node): string | undefined => {
    const value = node.type === 'Identifier' ? constants.get(node.name) : node;
    return value && foldedText(value);
  };
  const asks: { keys: Asked[]; members: Asked[]; calls: (Asked & { count: number })[]; flags: Asked[] } = {
    keys: [],
    members: [],
    calls: [],
    flags: [],
  };
  type Asked = CodeAsks['keys'][number];
  const at = (name: string, origin: Origin, node: Node, ancestors: readonly Node[]): Asked => ({
    name,
    line: lines.lineOf(startOf(node)),
    statementLine: lines.lineOf(statementStart(node, ancestors)),
    ...(origin.kind === 'module' ? { from: origin.from } : {}),
  });
  const mayBeCode = (origin: Origin): boolean => origin.kind === 'module' || origin.kind === 'unknown';

  const imports = new Map<string, string>();
  walk(program, (node) => {
    for (const one of importedNames(node)) if (!isWhole(one.imported)) imports.set(one.local, one.imported);
  });
  walk(program, (node, ancestors) => {
    const parent = ancestors.at(-1);
    if ((node.type === 'ObjectProperty' || node.type === 'ObjectMethod') && parent?.type === 'ObjectExpression') {
      const name = keyName(node.key, node.computed) ?? literalText(node.key);
      if (name !== undefined && reachesCode(ancestors, bindings, originOf))
        asks.keys.push(at(name, { kind: 'unknown' }, node, ancestors));
    }
    const flags = flagsIn(literalText(node) ?? (node.type === 'TemplateElement' ? node.value.raw : ''));
    if (flags.length > 0 && reachesProgram(ancestors, bindings, originOf))
      for (const flag of flags) asks.flags.push(at(flag, { kind: 'unknown' }, node, ancestors));
    if (node.type === 'AssignmentExpression' && node.left.type === 'MemberExpression') {
      // `options.compact = true` on an object of the test's own.
      const name = keyName(node.left.property, node.left.computed);
      if (name !== undefined && originOf(node.left.object).kind !== 'foreign')
        asks.keys.push(at(name, { kind: 'unknown' }, node, ancestors));
    }
    const read = memberRead(node, parent, textOf);
    if (read !== undefined && 'object' in node && node.object) {
      const origin = originOf(node.object);
      const owner = unwrap(node.object);
      const direct = owner.type === 'Identifier' || owner.type === 'NewExpression' || owner.type === 'Super';
      if (mayBeCode(origin) && (!OF_THE_LANGUAGE.has(read) || (direct && origin.kind === 'module')))
        asks.members.push(at(read, origin, node, ancestors));
      if (read === 'length' && origin.kind === 'module') call(owner, Number.MAX_SAFE_INTEGER, node, ancestors);
    }
    for (const name of probedTexts(node, textOf)) asks.members.push(at(name, { kind: 'unknown' }, node, ancestors));
    if (listsNames(node)) {
      const statement = [...ancestors].reverse().find(isStatement) ?? node;
      walk(statement, (inner) => {
        const text = literalText(inner);
        if (text !== undefined) asks.members.push(at(text, { kind: 'unknown' }, node, ancestors));
      });
    }
    if (node.type === 'VariableDeclarator' || node.type === 'AssignmentExpression') {
      const [target, value] = node.type === 'VariableDeclarator' ? [node.id, node.init] : [node.left, node.right];
      if (
        target.type === 'ObjectPattern' &&
        value &&
        requiredSpecifier(value) === undefined &&
        mayBeCode(originOf(value))
      ) {
        for (const one of target.properties) {
          const name = one.type === 'RestElement' ? undefined : keyName(one.key, one.computed);
          if (name !== undefined && one.type === 'ObjectProperty')
            asks.members.push(at(name, originOf(value), node, ancestors));
        }
      }
    }
    if (node.type === 'Identifier' && !isName(node, ancestors)) {
      const imported = imports.get(node.name);
      const origin = imported === undefined ? undefined : originOf(node);
      if (imported !== undefined && origin?.kind === 'module') asks.members.push(at(imported, origin, node, ancestors));
    }
    if (node.type === 'CallExpression' || node.type === 'OptionalCallExpression' || node.type === 'NewExpression') {
      const spread = node.arguments.some((one) => one.type === 'SpreadElement');
      if (!spread) call(node.callee, node.arguments.length, node, ancestors);
    }
  });
  function call(callee: Node, count: number, node: Node, ancestors: readonly Node[]): void {
    const origin = originOf(callee);
    if (!mayBeCode(origin)) return;
    const chain = chainOf(callee);
    const link = chain.links.at(-1);
    const own = link?.kind === 'member' ? link.name : link === undefined ? rootName(chain) : undefined;
    const names = new Set(own === undefined ? [] : [own]);
    if (origin.kind === 'module' && !link) {
      names.delete(own ?? '');
      names.add(isWhole(origin.imported) ? 'default' : origin.imported);
    }
    for (const name of names) asks.calls.push({ ...at(name, origin, node, ancestors), count });
  }
  return asks;
}
