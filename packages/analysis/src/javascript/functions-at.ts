import type { FunctionAt, FunctionQuery, FunctionsAt } from '@typed-evidence-chain/core';
import { bodyText, describeBody } from './functions/body.js';
import { declaredFunctions, type DeclaredFunction } from './functions/declared-functions.js';
import { isUnused } from './functions/is-unused.js';
import { commonJsExports } from './interface/commonjs-exports.js';
import { declarationsOf, resolve } from './interface/declarations.js';
import { esExports } from './interface/es-exports.js';
import { importedNames, requiredSpecifier } from './import-statement.js';
import type { JavaScriptSource } from './parse.js';
import { endOf, keyName, startOf, unwrap, walk, type Node } from './syntax.js';

/** Exported functions of other modules that a name stands for. */
type Elsewhere = FunctionsAt['elsewhere'][number];

/** Of an arrow function's `({ … })`, the bracket belongs to the body. */
const bodyStart = (body: Node): number => {
  const before: unknown = body.extra?.['parenStart'];
  return typeof before === 'number' ? before : startOf(body);
};

/**
 * The functions that lines of a module are about: the one around them, the one that they declare, all of a class at its
 * head, and those that a line outside of functions names, such as an export or a registration.
 */
export function javaScriptFunctionsAt(source: JavaScriptSource, query: FunctionQuery): FunctionsAt {
  const { file, lines, text, byteOrderMark, typed } = source;
  const { program } = file;
  const functions = declaredFunctions(program);
  const line = (offset: number): number => lines.lineOf(offset);
  const firstLine = ({ head }: DeclaredFunction): number => line(startOf(head));
  const lastLine = ({ head }: DeclaredFunction): number => line(Math.max(startOf(head), endOf(head) - 1));
  const declarations = declarationsOf(program);
  const exported = [...esExports(program, declarations), ...commonJsExports(program, declarations)];

  const describe = (one: DeclaredFunction, isNamed: boolean): FunctionAt => {
    const { body } = one.node;
    const statements = body.type === 'BlockStatement' ? body.body : [body];
    const [first = body, last = first] = [statements[0], statements.at(-1)];
    const replaced = bodyText(one.node, one.owner, typed);
    return {
      name: one.name,
      line: firstLine(one),
      endLine: lastLine(one),
      bodyLine: line(startOf(first)),
      bodyEndLine: line(Math.max(startOf(first), endOf(last) - 1)),
      body: describeBody(one.node),
      isAbstract: false,
      isNamed,
      isUnused: isUnused(program, one),
      text: text.slice(startOf(one.head), endOf(one.head)).replace(/\s+/g, ' ').slice(0, 120),
      from: byteOrderMark.length + bodyStart(body),
      to: byteOrderMark.length + (body.type === 'BlockStatement' ? endOf(body) : endOf(one.node)),
      ...replaced,
    };
  };

  const ofValue = (value: Node | undefined): DeclaredFunction[] => {
    if (!value) return [];
    const node = resolve(value, declarations);
    return functions.filter((one) => one.node === node || one.owner === node);
  };

  if ('name' in query) {
    const found = exported.filter(({ name }) => name === query.name).flatMap(({ value }) => ofValue(value));
    return { functions: [...new Set(found)].map((one) => describe(one, false)), elsewhere: [] };
  }

  const found = new Map<DeclaredFunction, boolean>();
  const elsewhere = new Map<string, Elsewhere>();
  const imported = new Map(
    program.body.flatMap((statement) => importedNames(statement)).map((one) => [one.local, one]),
  );
  const point = (specifier: string, name: string): void => {
    elsewhere.set(`${specifier} ${name}`, { specifier, name });
  };
  for (let at = query.fromLine; at <= query.toLine; at += 1) {
    const around = functions.filter((one) => firstLine(one) <= at && at <= lastLine(one));
    const span = (one: DeclaredFunction): number => endOf(one.head) - startOf(one.head);
    // The innermost; several that begin and end on one line are all meant.
    const [inner] = around.sort((one, other) => span(one) - span(other));
    if (inner) {
      found.set(inner, false);
      continue;
    }
    const onLine = (node: Node): boolean =>
      line(startOf(node)) <= at && at <= line(Math.max(startOf(node), endOf(node) - 1));
    walk(program, (node) => {
      if (!onLine(node)) return node.type === 'Program' ? undefined : 'skip';
      if ((node.type === 'ClassDeclaration' || node.type === 'ClassExpression') && line(startOf(node)) <= at) {
        if (at <= line(startOf(node.body)))
          functions.filter((one) => one.owner === node).forEach((one) => found.set(one, false));
        return 'skip';
      }
      if (node.type === 'ExportNamedDeclaration' && node.source) {
        for (const one of node.specifiers) {
          if (one.type === 'ExportSpecifier' && onLine(one)) point(node.source.value, one.local.name);
        }
        return 'skip';
      }
      const from = node.type === 'MemberExpression' ? requiredSpecifier(unwrap(node)) : undefined;
      if (from !== undefined && node.type === 'MemberExpression') {
        const name = keyName(node.property, node.computed);
        if (name !== undefined) point(from, name);
        return 'skip';
      }
      if (node.type === 'MemberExpression' && node.object.type === 'Identifier') {
        const module = imported.get(node.object.name);
        const name = keyName(node.property, node.computed);
        if (module?.imported === '*' && name !== undefined) point(module.from, name);
      }
      if (node.type === 'Identifier' && line(startOf(node)) === at) {
        const module = imported.get(node.name);
        if (module && module.imported !== '*') point(module.from, module.imported);
        else if (declarations.has(node.name)) ofValue(node).forEach((one) => found.set(one, found.get(one) ?? true));
      }
      return undefined;
    });
  }
  return {
    functions: [...found].map(([one, isNamed]) => describe(one, isNamed)),
    elsewhere: [...elsewhere.values()],
  };
}
