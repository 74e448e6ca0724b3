import type { Function as FunctionNode, Node, TSType } from '@babel/types';
import { children } from './function-text.js';
import { Scope } from './scope.js';
import { constantOf, type Evaluate } from './constant-of.js';
import type { Arg } from '../arguments/arg.js';
import type { Parameter, Signature, Uses } from '../arguments/signature.js';
import { parseSource } from './parse-source.js';

/** Parameters of each function and class of the module by local name; `X.m` for methods; `default` for its default. */
export function readSignatures(path: string, source: string): Map<string, Signature> {
  const found = new Map<string, Signature>();
  const makers: { readonly methods: Map<string, readonly Parameter[]>; readonly classes: readonly string[] }[] = [];
  const signature = (node: FunctionNode): Signature => {
    const methods = methodsOf(node.body, source);
    makers.push({ methods, classes: classesMade(node) });
    return { parameters: parametersOf(node, source), methods };
  };
  const file = parseSource(path, source);
  const add = (name: string, node: Node | null | undefined): void => {
    if (!node) return;
    if (isFunction(node)) found.set(name, signature(node));
    if (node.type === 'ClassDeclaration' || node.type === 'ClassExpression') {
      const methods = new Map<string, readonly Parameter[]>();
      let parameters: readonly Parameter[] = [];
      for (const member of node.body.body) {
        if (member.type !== 'ClassMethod' || member.key.type !== 'Identifier') continue;
        if (member.kind === 'constructor') parameters = parametersOf(member, source);
        else if (member.static) found.set(`${name}.${member.key.name}`, signature(member));
        else if (member.kind === 'method' && isPublic(member))
          methods.set(member.key.name, parametersOf(member, source));
      }
      found.set(name, { parameters, methods });
    }
    if (node.type === 'ObjectExpression') {
      for (const property of node.properties) {
        if (property.type === 'SpreadElement' || property.key.type !== 'Identifier') continue;
        const value = property.type === 'ObjectMethod' ? property : property.value;
        if (isFunction(value))
          found.set(name === '' ? property.key.name : `${name}.${property.key.name}`, signature(value));
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
  // A class that only its maker is exported for.
  for (const { methods, classes } of makers) {
    for (const [name, parameters] of classes.flatMap((one) => [...(found.get(one)?.methods ?? [])]))
      if (!methods.has(name)) methods.set(name, parameters);
  }
  return found;
}

/** Names of classes of which the function answers a new instance. */
function classesMade(maker: FunctionNode): string[] {
  const nameOf = (node: Node | null | undefined): string[] =>
    node?.type === 'NewExpression' && node.callee.type === 'Identifier' ? [node.callee.name] : [];
  const inside = (node: Node): string[] => {
    if (node.type === 'ReturnStatement') return nameOf(node.argument);
    return isFunction(node) ? [] : children(node).flatMap(inside);
  };
  return maker.body.type === 'BlockStatement' ? inside(maker.body) : nameOf(maker.body);
}

function isFunction(node: Node): node is FunctionNode {
  return /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression|ObjectMethod|ClassMethod)$/.test(
    node.type,
  );
}

function isPublic(member: Node & { type: 'ClassMethod' }): boolean {
  return (
    (member.accessibility ?? 'public') === 'public' &&
    member.key.type === 'Identifier' &&
    !member.key.name.startsWith('_')
  );
}

/** Functions in object literals: written in place, or by the name of a function declared beside them. */
function methodsOf(body: Node, source: string): Map<string, readonly Parameter[]> {
  const methods = new Map<string, readonly Parameter[]>();
  const declared = new Map<string, FunctionNode>();
  const named: [key: string, name: string][] = [];
  const walk = (node: Node): void => {
    if (node.type === 'FunctionDeclaration' && node.id) declared.set(node.id.name, node);
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.init && isFunction(node.init)) {
      declared.set(node.id.name, node.init);
    }
    if (node.type === 'ObjectMethod' && node.kind === 'method' && node.key.type === 'Identifier') {
      methods.set(node.key.name, parametersOf(node, source));
    }
    if (node.type === 'ObjectProperty' && node.key.type === 'Identifier') {
      if (isFunction(node.value)) methods.set(node.key.name, parametersOf(node.value, source));
      else if (node.value.type === 'Identifier') named.push([node.key.name, node.value.name]);
    }
    children(node).forEach(walk);
  };
  walk(body);
  for (const [key, name] of named) {
    const node = declared.get(name);
    if (node !== undefined) methods.set(key, parametersOf(node, source));
  }
  return methods;
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
