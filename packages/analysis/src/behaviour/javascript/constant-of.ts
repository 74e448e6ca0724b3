import type { Node } from '@babel/types';
import { array, code, commaSeparated, literal, object, type Arg, type Primitive } from '../arguments/arg.js';
import { freeNames, GLOBALS } from './function-text.js';
import type { Known, Scope } from './scope.js';

export type Evaluate = (node: Node, scope: Scope) => Known | undefined;
export type ToArg = (value: Known | undefined) => Arg | undefined;

// Answers differ from run to run.
const UNSTEADY = /^(Math\.random|Date\.now|performance\.|crypto\.|process\.|new Date\(\)|Date\(\))/;
const PURE_METHODS =
  /^(slice|concat|map|filter|join|repeat|padStart|padEnd|trim|toUpperCase|toLowerCase|toString|split|replace|replaceAll|flat|fill|keys|values|entries|from|of|freeze|seal|assign|fromEntries|parse|stringify|create|UTC|isArray|round|floor|ceil|max|min|abs|pow|get|toISOString|valueOf|for|alloc|encode|normalize|charAt|at|includes|indexOf|reverse|sort)$/;

/** Literals, and what is built from constants without calling code of the tree. */
export function constantOf(
  node: Node,
  scope: Scope,
  evaluate: Evaluate,
  toArg: ToArg,
  source: string,
): Known | undefined {
  const arg = new ConstantReader(scope, evaluate, toArg, source).read(node);
  return arg === undefined ? undefined : { is: 'arg', arg };
}

class ConstantReader {
  constructor(
    private readonly scope: Scope,
    private readonly evaluate: Evaluate,
    private readonly toArg: ToArg,
    private readonly source: string,
  ) {}

  private inner(node: Node): Arg | undefined {
    return this.toArg(this.evaluate(node, this.scope));
  }

  read(node: Node): Arg | undefined {
    switch (node.type) {
      case 'StringLiteral':
      case 'NumericLiteral':
      case 'BooleanLiteral':
        return literal(node.value);
      case 'NullLiteral':
        return literal(null);
      case 'BigIntLiteral':
        return literal(BigInt(node.value));
      case 'RegExpLiteral':
        return code(`/${node.pattern}/${node.flags}`);
      case 'Identifier':
        return this.identifier(node.name);
      case 'TemplateLiteral':
        return this.template(node);
      case 'ArrayExpression':
        return this.array(node);
      case 'ObjectExpression':
        return this.object(node);
      case 'UnaryExpression':
        return this.unary(node);
      case 'BinaryExpression':
      case 'LogicalExpression':
        return this.binary(node);
      case 'ConditionalExpression': {
        const [test, yes, no] = [node.test, node.consequent, node.alternate].map((part) => this.inner(part));
        return test && yes && no ? code('(', test, ' ? ', yes, ' : ', no, ')') : undefined;
      }
      case 'TSAsExpression':
      case 'TSNonNullExpression':
      case 'TSSatisfiesExpression':
      case 'TSTypeAssertion':
      case 'ParenthesizedExpression':
        return this.inner(node.expression);
      case 'SequenceExpression':
        for (const one of node.expressions) this.inner(one);
        return undefined;
      case 'NewExpression':
      case 'CallExpression':
        return this.globalCall(node);
      default:
        return undefined;
    }
  }

  private identifier(name: string): Arg | undefined {
    const known = this.scope.get(name);
    if (known !== undefined || this.scope.has(name)) return this.toArg(known);
    if (name === 'undefined') return literal(undefined);
    if (name === 'NaN' || name === 'Infinity') return code(name);
    return GLOBALS.has(name) && name !== 'arguments' && name !== 'this' ? code(name) : undefined;
  }

  private template(node: Node & { type: 'TemplateLiteral' }): Arg | undefined {
    const parts = node.expressions.map((one) => this.inner(one));
    let text = '';
    for (const [index, quasi] of node.quasis.entries()) {
      text += quasi.value.cooked ?? '';
      if (index >= node.expressions.length) continue;
      const part = parts[index];
      if (part?.kind !== 'literal') return undefined;
      text += String(part.value);
    }
    return literal(text);
  }

  private array(node: Node & { type: 'ArrayExpression' }): Arg | undefined {
    const items: Arg[] = [];
    let spread = false;
    for (const element of node.elements) {
      if (element === null) return undefined;
      const value = this.inner(element.type === 'SpreadElement' ? element.argument : element);
      if (value === undefined) return undefined;
      if (element.type !== 'SpreadElement') items.push(value);
      else if (value.kind === 'array') items.push(...value.items);
      else {
        spread = true;
        items.push(code('...', value));
      }
    }
    return spread ? code('[', ...commaSeparated(items), ']') : array(items);
  }

  private object(node: Node & { type: 'ObjectExpression' }): Arg | undefined {
    const entries = new Map<string, Arg>();
    const opaque: (string | Arg)[] = [];
    for (const property of node.properties) {
      if (property.type === 'SpreadElement') {
        const value = this.inner(property.argument);
        if (value === undefined) return undefined;
        if (value.kind === 'object') for (const [key, entry] of value.entries) entries.set(key, entry);
        else opaque.push('...', value, ', ');
        continue;
      }
      const key = this.key(property);
      if (key === undefined) return undefined;
      if (property.type === 'ObjectMethod') {
        entries.set(key, this.method(property, key));
        continue;
      }
      const value = this.inner(property.value);
      if (value === undefined) return undefined;
      entries.set(key, value);
    }
    if (opaque.length === 0) return object([...entries]);
    return code('({ ', ...opaque, '...', object([...entries]), ' })');
  }

  /** Its text; a recorder where it has types or needs something from around it. */
  private method(node: Node & { type: 'ObjectMethod' }, key: string): Arg {
    const text = this.source.slice(node.start ?? 0, node.end ?? 0);
    const typed =
      node.returnType != null || node.params.some((param) => 'typeAnnotation' in param && param.typeAnnotation);
    const standsAlone =
      node.kind === 'method' && !node.computed && !typed && freeNames(node).every((name) => GLOBALS.has(name));
    return standsAlone ? code(`({ ${text} })[${JSON.stringify(key)}]`) : code('$rec()');
  }

  private key(property: { key: Node; computed?: boolean }): string | undefined {
    if (property.computed !== true && property.key.type === 'Identifier') return property.key.name;
    const key = this.inner(property.key);
    return key?.kind === 'literal' ? String(key.value) : undefined;
  }

  private unary(node: Node & { type: 'UnaryExpression' }): Arg | undefined {
    const value = this.inner(node.argument);
    if (value === undefined) return undefined;
    if (node.operator === 'void') return literal(undefined);
    if (value.kind === 'literal' && node.operator === '-') {
      if (typeof value.value === 'number' || typeof value.value === 'bigint') return literal(-value.value);
    }
    if (value.kind === 'literal' && node.operator === '!') return literal(!value.value);
    return /^(-|\+|~|!|typeof)$/.test(node.operator) ? code(`(${node.operator} `, value, ')') : undefined;
  }

  private binary(node: Node & { type: 'BinaryExpression' | 'LogicalExpression' }): Arg | undefined {
    const left = this.inner(node.left);
    const right = this.inner(node.right);
    if (left === undefined || right === undefined) return undefined;
    if (left.kind === 'literal' && right.kind === 'literal') {
      const folded = fold(node.operator, left.value, right.value);
      if (folded !== undefined) return literal(folded);
    }
    return code('(', left, ` ${node.operator} `, right, ')');
  }

  /** `new Date('2024-01-01')`, `Object.freeze({…})`, `'x'.repeat(500)`. */
  private globalCall(node: Node & { type: 'NewExpression' | 'CallExpression' }): Arg | undefined {
    const text = this.source.slice(node.start ?? 0, node.end ?? 0);
    if (UNSTEADY.test(text)) return undefined;
    const { callee } = node;
    let head: (string | Arg)[];
    if (callee.type === 'Identifier') {
      if (this.scope.has(callee.name) || !GLOBALS.has(callee.name) || /^[a-z]/.test(callee.name)) return undefined;
      head = [callee.name];
    } else if (callee.type === 'MemberExpression' && !callee.computed && callee.property.type === 'Identifier') {
      if (!PURE_METHODS.test(callee.property.name)) return undefined;
      const owner = this.inner(callee.object);
      if (owner === undefined || owner.kind === 'ref') return undefined;
      head = ['(', owner, ').', callee.property.name];
    } else {
      return undefined;
    }
    const args: Arg[] = [];
    for (const argument of node.arguments) {
      const value = this.inner(argument.type === 'SpreadElement' ? argument.argument : argument);
      if (value === undefined) return undefined;
      args.push(argument.type === 'SpreadElement' ? code('...', value) : value);
    }
    return code(node.type === 'NewExpression' ? 'new ' : '', ...head, '(', ...commaSeparated(args), ')');
  }
}

function fold(operator: string, left: Primitive, right: Primitive): Primitive {
  if (operator === '+' && typeof left === 'string' && typeof right === 'string') return left + right;
  if (typeof left !== 'number' || typeof right !== 'number') return undefined;
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return left / right;
    case '**':
      return left ** right;
    default:
      return undefined;
  }
}
