import type { Function as FunctionNode, Node, TSType } from '@babel/types';
import { Scope } from './scope.js';
import { constantOf, type Evaluate } from './constant-of.js';
import type { Arg } from './arg.js';
import { parseSource } from './parse-source.js';

export interface Parameter {
  readonly name: string;
  readonly optional: boolean;
  readonly rest: boolean;
  /** The default value, where it is a constant. */
  readonly fallback?: Arg;
  /** Keys of a destructured parameter. */
  readonly keys?: readonly Parameter[];
  readonly type?: TSType;
  readonly uses: Uses;
}

/** How the body treats the parameter, for a guess of its type. */
export interface Uses {
  readonly methods: readonly string[];
  readonly fields: readonly string[];
  readonly iterated: boolean;
  readonly calculated: boolean;
  readonly called: boolean;
  /** What conversions say: `Date.parse(x)`, `Number(x)`, `String(x)`, `x[0]`. */
  readonly types: readonly ('date' | 'number' | 'text' | 'list')[];
}

/** Parameters of each function and class of the module by local name; `X.m` for methods; `default` for its default. */
export function readSignatures(path: string, source: string): Map<string, readonly Parameter[]> {
  const found = new Map<string, readonly Parameter[]>();
  const file = parseSource(path, source);
  const add = (name: string, node: Node | null | undefined): void => {
    if (!node) return;
    if (isFunction(node)) found.set(name, parametersOf(node, source));
    if (node.type === 'ClassDeclaration' || node.type === 'ClassExpression') {
      for (const member of node.body.body) {
        if (member.type !== 'ClassMethod' || member.key.type !== 'Identifier') continue;
        const inner = member.kind === 'constructor' ? name : `${name}.${member.key.name}`;
        found.set(inner, parametersOf(member, source));
      }
    }
    if (node.type === 'ObjectExpression') {
      for (const property of node.properties) {
        if (property.type === 'SpreadElement' || property.key.type !== 'Identifier') continue;
        const value = property.type === 'ObjectMethod' ? property : property.value;
        if (isFunction(value))
          found.set(name === '' ? property.key.name : `${name}.${property.key.name}`, parametersOf(value, source));
      }
    }
  };
  for (const statement of file?.program.body ?? []) {
    const node =
      statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration'
        ? (statement.declaration ?? statement)
        : statement;
    if (statement.type === 'ExportDefaultDeclaration') add('default', node);
    if ((node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') && node.id) add(node.id.name, node);
    if (node.type === 'VariableDeclaration') {
      for (const one of node.declarations) if (one.id.type === 'Identifier') add(one.id.name, one.init);
    }
    if (node.type === 'ExpressionStatement' && node.expression.type === 'AssignmentExpression') {
      const { left, right } = node.expression;
      if (left.type !== 'MemberExpression' || left.property.type !== 'Identifier') continue;
      add(left.property.name === 'exports' ? '' : left.property.name, right);
      if (left.property.name === 'exports') add('default', right);
    }
  }
  found.delete('');
  return found;
}

function isFunction(node: Node): node is FunctionNode {
  return /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression|ObjectMethod|ClassMethod)$/.test(
    node.type,
  );
}

function parametersOf(node: FunctionNode, source: string): Parameter[] {
  const body = source.slice(node.body.start ?? 0, node.body.end ?? 0);
  return node.params.map((param) => parameter(param, body, source));
}

function parameter(node: Node, body: string, source: string): Parameter {
  switch (node.type) {
    case 'AssignmentPattern': {
      const inner = parameter(node.left, body, source);
      const fallback = constantArg(node.right, source);
      return { ...inner, optional: true, ...(fallback === undefined ? {} : { fallback }) };
    }
    case 'RestElement':
      return { ...parameter(node.argument, body, source), rest: true, optional: true };
    case 'TSParameterProperty':
      return parameter(node.parameter, body, source);
    case 'ObjectPattern': {
      const keys = node.properties.flatMap((property) => {
        if (property.type === 'RestElement' || property.key.type !== 'Identifier') return [];
        return [{ ...parameter(property.value, body, source), name: property.key.name }];
      });
      return { name: '', optional: false, rest: false, keys, uses: usesOf('', ''), ...typeOf(node) };
    }
    case 'Identifier':
      return {
        name: node.name,
        optional: node.optional === true,
        rest: false,
        uses: usesOf(node.name, body),
        ...typeOf(node),
      };
    default:
      return { name: '', optional: false, rest: false, uses: usesOf('', '') };
  }
}

function typeOf(node: { typeAnnotation?: Node | null | undefined }): { type?: TSType } {
  const annotation = node.typeAnnotation;
  return annotation?.type === 'TSTypeAnnotation' ? { type: annotation.typeAnnotation } : {};
}

function constantArg(node: Node, source: string): Arg | undefined {
  const scope = new Scope();
  const toArg = (known: ReturnType<Evaluate>): Arg | undefined => (known?.is === 'arg' ? known.arg : undefined);
  const evaluate: Evaluate = (inner) => constantOf(inner, scope, evaluate, toArg, source);
  const arg = toArg(evaluate(node, scope));
  return arg?.kind === 'code' ? undefined : arg;
}

const CONVERSIONS = [
  [String.raw`Date\.parse\(NAME\)|new Date\(NAME\)`, 'date'],
  [String.raw`\b(?:Number|parseInt|parseFloat)\(NAME\b|isFinite\(NAME\)|isInteger\(NAME\)`, 'number'],
  [String.raw`\bString\(NAME\)|\$\{NAME\}`, 'text'],
  [String.raw`(?<![\w$.])NAME\[\d`, 'list'],
] as const;

function usesOf(name: string, body: string): Uses {
  if (name === '') return { methods: [], fields: [], iterated: false, calculated: false, called: false, types: [] };
  const own = name.replaceAll('$', '\\$');
  const members = [...body.matchAll(new RegExp(`(?<![\\w$.])${own}\\??\\.([A-Za-z_$][\\w$]*)(\\s*\\()?`, 'g'))];
  return {
    methods: members.filter((match) => match[2] !== undefined).map((match) => match[1] ?? ''),
    fields: members.filter((match) => match[2] === undefined).map((match) => match[1] ?? ''),
    iterated: new RegExp(`\\bof\\s+${own}\\b|\\.\\.\\.${own}\\b`).test(body),
    calculated: new RegExp(
      `(?<![\\w$.])${own}\\s*(?:[-*/%<>]|\\+(?!\\+))|[-*/%<>]=?\\s*${own}(?![\\w$.(])|Math\\.\\w+\\(${own}\\b`,
    ).test(body),
    called: new RegExp(`(?<![\\w$.])${own}\\(`).test(body),
    types: CONVERSIONS.filter(([pattern]) => new RegExp(pattern.replaceAll('NAME', own)).test(body)).map(
      ([, type]) => type,
    ),
  };
}
