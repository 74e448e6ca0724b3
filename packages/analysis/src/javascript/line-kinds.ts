import type { LineKind } from '@typed-evidence-chain/core';
import { isErased } from './erasure.js';
import { isImportStatement, requiredSpecifier } from './import-statement.js';
import type { JavaScriptSource } from './parse.js';
import { endOf, fieldsOf, isNode, startOf, unwrap, walk, type Node } from './syntax.js';

interface Token {
  readonly type: string | { readonly label: string; readonly keyword?: string };
  readonly value?: unknown;
  readonly start: number;
  readonly end: number;
}

/** Brackets, separators, and the words that only hold blocks together: they do nothing by themselves. */
const punctuation = new Set([
  '{',
  '}',
  '(',
  ')',
  '[',
  ']',
  ';',
  ',',
  ':',
  '.',
  '...',
  '=>',
  '${',
  '`',
  '{|',
  '|}',
  '#{',
]);
const structure = new Set(['else', 'try', 'finally', 'do', 'default']);

const typeFields = [
  'typeAnnotation',
  'returnType',
  'typeParameters',
  'typeArguments',
  'superTypeParameters',
  'superTypeArguments',
  'implements',
  'predicate',
];

/** Statements that only pass names on to other modules: `export { a }`, `export * from`, `module.exports = { a, b }`. */
function isExportStatement(node: Node): boolean {
  if (node.type === 'ExportAllDeclaration') return true;
  if (node.type === 'ExportNamedDeclaration') return !node.declaration;
  if (node.type === 'ExportDefaultDeclaration') return node.declaration.type === 'Identifier';
  if (node.type !== 'ExpressionStatement') return false;
  const assignment = unwrap(node.expression);
  return (
    assignment.type === 'AssignmentExpression' && isExportsTarget(assignment.left) && passesNamesOn(assignment.right)
  );
}

/** `exports`, `module.exports`, and what hangs on them. */
function isExportsTarget(target: Node): boolean {
  if (target.type === 'Identifier') return target.name === 'exports';
  if (target.type !== 'MemberExpression') return false;
  const { object, property } = target;
  const isModule =
    object.type === 'Identifier' &&
    object.name === 'module' &&
    property.type === 'Identifier' &&
    property.name === 'exports';
  return isModule || isExportsTarget(object);
}

function passesNamesOn(value: Node): boolean {
  const node = unwrap(value);
  if (node.type === 'Identifier' || requiredSpecifier(node) !== undefined) return true;
  if (node.type === 'AssignmentExpression') return isExportsTarget(node.left) && passesNamesOn(node.right);
  return (
    node.type === 'ObjectExpression' &&
    node.properties.every((property) =>
      property.type === 'ObjectProperty'
        ? passesNamesOn(property.value)
        : property.type === 'SpreadElement' && passesNamesOn(property.argument),
    )
  );
}

/** The body of a function or class that a node declares under a name; its header is run by loading alone. */
function declaredBody(node: Node): Node | undefined {
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
    case 'ClassMethod':
    case 'ClassPrivateMethod':
    case 'ObjectMethod':
      return node.body;
    case 'VariableDeclaration':
      return node.declarations.length === 1 ? functionBody(node.declarations[0]?.init) : undefined;
    case 'ClassProperty':
    case 'ClassPrivateProperty':
      return functionBody(node.value);
    default:
      return undefined;
  }
}

function functionBody(value: Node | null | undefined): Node | undefined {
  if (!value) return undefined;
  const node = unwrap(value);
  return node.type === 'ArrowFunctionExpression' ||
    node.type === 'FunctionExpression' ||
    node.type === 'ClassExpression'
    ? node.body
    : undefined;
}

type Paint = (from: number, to: number, kind: LineKind) => void;

function paintNode(node: Node, typed: boolean, paint: Paint): 'skip' | void {
  const whole = (kind: LineKind): 'skip' => {
    paint(startOf(node), endOf(node), kind);
    return 'skip';
  };
  if (isExportStatement(node) && !isErased(node)) return whole('export');
  if (isImportStatement(node)) return whole('import');
  const body = declaredBody(node);
  if (body) paint(startOf(node), startOf(body), 'declaration');
  if (isErased(node))
    return whole(node.type === 'ImportDeclaration' || node.type === 'ImportSpecifier' ? 'import' : 'type');
  if (node.type === 'Directive' || node.type === 'JSXClosingElement' || node.type === 'JSXClosingFragment') {
    return whole('punctuation');
  }
  if (node.type === 'InterpreterDirective') return whole('comment');
  // `name: string;` in a class: TypeScript declares it, nothing is computed.
  if (node.type === 'ClassProperty' && typed && !node.value && node.typeAnnotation && !node.decorators?.length) {
    return whole('type');
  }
  const fields = fieldsOf(node);
  for (const key of typeFields) {
    const value = fields[key];
    for (const part of Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []) {
      paint(startOf(part), endOf(part), 'type');
    }
  }
  switch (node.type) {
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'TSInstantiationExpression':
      paint(endOf(node.expression), endOf(node), 'type');
      break;
    case 'TSTypeAssertion':
      paint(startOf(node), startOf(node.expression), 'type');
      break;
    default:
  }
}

function tokenKind(token: Token, text: string): LineKind {
  const spelling = text.slice(token.start, token.end);
  if (punctuation.has(spelling)) return 'punctuation';
  return structure.has(spelling) && !(typeof token.type === 'object' && token.type.label === 'string')
    ? 'punctuation'
    : 'code';
}

const strength: readonly LineKind[] = [
  'code',
  'declaration',
  'export',
  'type',
  'import',
  'punctuation',
  'comment',
  'blank',
];

/** Needs a source that was parsed with tokens. */
export function javaScriptLineKinds(source: JavaScriptSource): LineKind[] {
  const { text, lines, file, typed } = source;
  const kinds = Array.from({ length: lines.count }, (): LineKind => 'blank');
  const mark = (from: number, to: number, kind: LineKind): void => {
    const last = lines.lineOf(Math.max(from, to - 1));
    for (let line = lines.lineOf(from); line <= last; line += 1) {
      const present = kinds[line - 1];
      const part = text.slice(Math.max(from, lines.startOf(line)), Math.min(to, lines.startOf(line + 1)));
      // Text of JSX and templates reaches into the indentation of the next token's line.
      if (present === undefined || part.trim() === '') continue;
      if (strength.indexOf(kind) < strength.indexOf(present)) kinds[line - 1] = kind;
    }
  };

  const regions: { from: number; to: number; kind: LineKind }[] = [];
  walk(file.program, (node) => paintNode(node, typed, (from, to, kind) => regions.push({ from, to, kind })));
  regions.sort((one, other) => one.from - other.from);
  let at = 0;
  const open: typeof regions = [];

  for (const token of (file.tokens ?? []) as Token[]) {
    if (typeof token.type === 'string') {
      mark(token.start, token.end, 'comment');
      continue;
    }
    for (; (regions[at]?.from ?? Infinity) <= token.start; at += 1) open.push(regions[at] as (typeof regions)[number]);
    while (open.length > 0 && (open.at(-1)?.to ?? 0) <= token.start) open.pop();
    const region = open.findLast((one) => one.to > token.start);
    const kind = tokenKind(token, text);
    mark(
      token.start,
      token.end,
      region && (kind === 'code' || (region.kind !== 'type' && region.kind !== 'declaration')) ? region.kind : kind,
    );
  }
  if (file.program.interpreter) mark(startOf(file.program.interpreter), endOf(file.program.interpreter), 'comment');
  return kinds;
}
