import type { CallExpression, Function as FunctionNode, NewExpression, Node } from '@babel/types';
import { code, commaSeparated, type Arg, type Ref, type Scenario } from '../arguments/arg.js';
import { bindImports, refTo } from './bind-imports.js';
import { bindPattern } from './bind-pattern.js';
import { memberText } from './member-text.js';
import { constantOf, type Evaluate } from './constant-of.js';
import { children, functionArg } from './function-text.js';
import { parseSource } from './parse-source.js';
import { Scope, type Known, type RecordedScenario, type RecordedStep } from './scope.js';

export interface CallSource {
  readonly path: string;
  readonly source: string;
  /** A module of the tree, or undefined for a package. */
  readonly resolve: (specifier: string) => string | undefined;
  /** `import x from` such a module gives all of `module.exports`. */
  readonly isCommonJs: (module: string) => boolean;
}

const MAX_SCENARIOS = 400;
const MAX_ROWS = 40;
const MAX_DEPTH = 4;
const MAX_HISTORY = 12;
const MUTATORS = new Set([
  'push',
  'pop',
  'shift',
  'unshift',
  'splice',
  'sort',
  'reverse',
  'set',
  'add',
  'delete',
  'clear',
]);
const MOCKS = /^(vi|jest|mock|sinon|td)\.(fn|func|function|stub|spy)$/;

/** The calls of functions of the tree whose arguments are plain to see, read statically; nothing is run. */
export function readCalls(input: CallSource): Scenario[] {
  const file = parseSource(input.path, input.source);
  if (file === undefined) return [];
  const reader = new CallReader(input);
  reader.run(file.program.body);
  return reader.scenarios.filter((scenario) => !(scenario.broken && scenario.steps.length === 0 && scenario.create));
}

class CallReader {
  readonly scenarios: RecordedScenario[] = [];
  /** Functions whose text is being made. */
  private readonly written = new Set<Node>();
  private readonly typed: boolean;
  private readonly evaluate: Evaluate = (node, scope) => this.expression(node, scope);
  /** What the expressions of the current statement answered, so that each call in it is recorded once. */
  private memo = new Map<Node, { readonly scope: Scope; readonly value: Known | undefined }>();
  private readonly walking = new Set<FunctionNode>();

  constructor(private readonly input: CallSource) {
    this.typed = /\.[cm]?tsx?$/.test(input.path);
  }

  run(body: readonly Node[]): void {
    this.statements(body, new Scope());
  }

  private statements(body: readonly Node[], scope: Scope): Known | undefined {
    for (const node of body) {
      const named = node.type === 'ExportNamedDeclaration' ? node.declaration : node;
      if (named?.type === 'FunctionDeclaration' && named.id)
        scope.define(named.id.name, { is: 'function', node: named, scope });
    }
    let answer: Known | undefined;
    for (const node of body) answer = this.statement(node, scope) ?? answer;
    return answer;
  }

  /** Answers what a return statement inside returns. */
  private statement(node: Node, scope: Scope): Known | undefined {
    this.memo = new Map();
    switch (node.type) {
      case 'ImportDeclaration':
        bindImports(node, scope, this.input.resolve, this.input.isCommonJs);
        return undefined;
      case 'VariableDeclaration':
        for (const one of node.declarations) {
          const value = one.init ? this.expression(one.init, scope) : undefined;
          bindPattern(one.id, value, scope, (name, known) => scope.define(name, known), this.evaluate);
        }
        return undefined;
      case 'ExpressionStatement':
        this.expression(node.expression, scope);
        return undefined;
      case 'ReturnStatement':
        return node.argument ? this.expression(node.argument, scope) : undefined;
      case 'BlockStatement':
        return this.statements(node.body, scope.inner());
      case 'ExportNamedDeclaration':
        return node.declaration ? this.statement(node.declaration, scope) : undefined;
      case 'FunctionDeclaration':
        // Its calls with known arguments count; it is read again where it is called with known ones.
        this.walkFunction(node, scope, []);
        return undefined;
      case 'ForOfStatement': {
        const rows = this.rowsOf(this.expression(node.right, scope));
        const pattern = node.left.type === 'VariableDeclaration' ? node.left.declarations[0]?.id : node.left;
        for (const row of rows ?? [undefined]) {
          const inner = scope.inner();
          if (pattern) bindPattern(pattern, row, inner, (name, known) => inner.define(name, known), this.evaluate);
          this.statement(node.body, inner);
        }
        return undefined;
      }
      default: {
        const inner = scope.inner();
        let answer: Known | undefined;
        for (const child of children(node)) {
          if (/Statement$|Declaration$|^CatchClause$|^SwitchCase$/.test(child.type))
            answer = this.statement(child, inner) ?? answer;
          else if (!/Pattern$|^Identifier$|^TS/.test(child.type)) this.expression(child, inner);
        }
        return answer;
      }
    }
  }

  private expression(node: Node, scope: Scope): Known | undefined {
    const before = this.memo.get(node);
    if (before?.scope === scope) return before.value;
    const value = this.freshExpression(node, scope);
    this.memo.set(node, { scope, value });
    return value;
  }

  private freshExpression(node: Node, scope: Scope): Known | undefined {
    switch (node.type) {
      case 'Identifier':
        if (scope.has(node.name)) return scope.get(node.name);
        return constantOf(node, scope, this.evaluate, (known) => this.toArg(known), this.input.source);
      case 'CallExpression':
      case 'OptionalCallExpression':
        return this.call(node as CallExpression, scope);
      case 'NewExpression':
        return this.construct(node, scope);
      case 'ImportExpression': {
        const module = node.source.type === 'StringLiteral' ? this.input.resolve(node.source.value) : undefined;
        return module === undefined ? undefined : { is: 'namespace', module };
      }
      case 'ArrowFunctionExpression':
      case 'FunctionExpression':
        return { is: 'function', node, scope };
      case 'AwaitExpression': {
        const value = this.expression(node.argument, scope);
        if (value?.is === 'answer') {
          const last = value.steps.at(-1);
          if (last !== undefined) last.awaited = true;
          return { ...value, arg: code('(await ', value.arg, ')') };
        }
        return value;
      }
      case 'AssignmentExpression': {
        const value = this.expression(node.right, scope);
        const assigned = node.operator === '=' ? value : undefined;
        bindPattern(node.left, assigned, scope, (name, known) => scope.assign(name, known), this.evaluate);
        if (node.left.type === 'MemberExpression' && node.left.object.type === 'Identifier') {
          scope.assign(node.left.object.name, undefined);
        }
        return assigned;
      }
      case 'MemberExpression':
      case 'OptionalMemberExpression':
        return this.member(node, scope);
      default:
        return constantOf(node, scope, this.evaluate, (known) => this.toArg(known), this.input.source);
    }
  }

  private member(
    node: Node & { type: 'MemberExpression' | 'OptionalMemberExpression' },
    scope: Scope,
  ): Known | undefined {
    const object = this.expression(node.object, scope);
    const key = node.computed ? this.toArg(this.expression(node.property, scope)) : undefined;
    const name =
      node.property.type === 'Identifier' && !node.computed
        ? node.property.name
        : key?.kind === 'literal'
          ? String(key.value)
          : undefined;
    if (object === undefined || name === undefined) return undefined;
    if (object.is === 'namespace') {
      if (name === 'default' && this.input.isCommonJs(object.module)) return object;
      return refTo(object.module, name);
    }
    if (object.is === 'function') return undefined;
    const arg = this.toArg(object);
    if (arg === undefined) return undefined;
    if (arg.kind === 'ref') return arg.name.includes('.') ? undefined : refTo(arg.module, `${arg.name}.${name}`);
    if (arg.kind === 'object') {
      const entry = arg.entries.find(([entryKey]) => entryKey === name);
      if (entry) return { is: 'arg', arg: entry[1] };
    }
    if (arg.kind === 'array' && /^\d+$/.test(name)) {
      const item = arg.items[Number(name)];
      if (item) return { is: 'arg', arg: item };
    }
    return { is: 'arg', arg: code('(', arg, `)${memberText(name)}`) };
  }

  private construct(node: NewExpression, scope: Scope): Known | undefined {
    const callee = this.expression(node.callee, scope);
    const args = this.args(node.arguments, scope);
    const target = callee?.is === 'arg' && callee.arg.kind === 'ref' ? callee.arg : undefined;
    if (target !== undefined && args !== undefined) return this.record(target, args, true);
    return constantOf(node, scope, this.evaluate, (known) => this.toArg(known), this.input.source);
  }

  private call(node: CallExpression, scope: Scope): Known | undefined {
    const { callee } = node;
    if (callee.type === 'Identifier' && callee.name === 'require' && node.arguments[0]?.type === 'StringLiteral') {
      const module = this.input.resolve(node.arguments[0].value);
      return module === undefined ? undefined : { is: 'namespace', module };
    }
    if (callee.type === 'Import') {
      const module =
        node.arguments[0]?.type === 'StringLiteral' ? this.input.resolve(node.arguments[0].value) : undefined;
      return module === undefined ? undefined : { is: 'namespace', module };
    }
    if (callee.type === 'MemberExpression' || callee.type === 'OptionalMemberExpression') {
      return this.methodCall(node, callee, scope);
    }
    const target = this.expression(callee, scope);
    if (target?.is === 'arg' && target.arg.kind === 'ref') return this.callRef(target.arg, node, scope);
    if (target?.is === 'namespace')
      return this.callRef({ kind: 'ref', module: target.module, name: 'default' }, node, scope);
    if (target?.is === 'answer') return this.step(target, null, node, scope);
    if (target?.is === 'function') {
      const args = node.arguments.map((arg) => this.expression(arg, scope));
      return this.walkFunction(target.node, target.scope, args);
    }
    this.unknownCall(node, scope);
    return constantOf(node, scope, this.evaluate, (known) => this.toArg(known), this.input.source);
  }

  private callRef(target: Ref, node: CallExpression, scope: Scope): Known | undefined {
    const args = this.args(node.arguments, scope);
    return args === undefined ? undefined : this.record(target, args, false);
  }

  private methodCall(
    node: CallExpression,
    callee: Node & { type: 'MemberExpression' | 'OptionalMemberExpression' },
    scope: Scope,
  ): Known | undefined {
    const method = !callee.computed && callee.property.type === 'Identifier' ? callee.property.name : undefined;
    const text = this.input.source.slice(callee.start ?? 0, callee.end ?? 0);
    if (MOCKS.test(text)) {
      const implementation = node.arguments[0] ? this.toArg(this.expression(node.arguments[0], scope)) : undefined;
      return { is: 'arg', arg: implementation === undefined ? code('$rec()') : code('$rec(', implementation, ')') };
    }
    const object = this.expression(callee.object, scope);
    if (object?.is === 'answer' && method !== undefined) return this.step(object, method, node, scope);
    const target = this.member(callee, scope);
    if (target?.is === 'arg' && target.arg.kind === 'ref') return this.callRef(target.arg, node, scope);
    if (target?.is === 'function') return this.walkFunction(target.node, target.scope, []);
    const rows = this.rowsOf(object);
    const callback = node.arguments[0] ? this.expression(node.arguments[0], scope) : undefined;
    if (rows !== undefined && callback?.is === 'function') {
      for (const row of rows) this.walkFunction(callback.node, callback.scope, [row]);
    } else {
      this.unknownCall(node, scope);
    }
    if (method !== undefined && MUTATORS.has(method) && callee.object.type === 'Identifier') {
      scope.assign(callee.object.name, undefined);
      return undefined;
    }
    return constantOf(node, scope, this.evaluate, (known) => this.toArg(known), this.input.source);
  }

  /** `it('…', () => …)`, `expect(f(1))`, `test.each(rows)('…', (a, b) => …)`: what is inside is read. */
  private unknownCall(node: CallExpression, scope: Scope): void {
    const { callee } = node;
    const each =
      callee.type === 'CallExpression' &&
      callee.callee.type === 'MemberExpression' &&
      callee.callee.property.type === 'Identifier' &&
      /^(each|for)$/.test(callee.callee.property.name)
        ? callee.arguments[0]
        : undefined;
    const rows = each === undefined ? undefined : this.rowsOf(this.expression(each, scope));
    for (const argument of node.arguments) {
      const value = this.expression(argument.type === 'SpreadElement' ? argument.argument : argument, scope);
      if (value?.is !== 'function') continue;
      if (rows === undefined) this.walkFunction(value.node, value.scope, []);
      else for (const row of rows) this.walkFunction(value.node, value.scope, this.rowArgs(row));
    }
  }

  private rowArgs(row: Known | undefined): (Known | undefined)[] {
    if (row?.is === 'arg' && row.arg.kind === 'array') return row.arg.items.map((arg) => ({ is: 'arg', arg }));
    return [row];
  }

  private rowsOf(value: Known | undefined): Known[] | undefined {
    if (value?.is !== 'arg' || value.arg.kind !== 'array') return undefined;
    return value.arg.items.slice(0, MAX_ROWS).map((arg) => ({ is: 'arg', arg }));
  }

  private walkFunction(node: FunctionNode, scope: Scope, args: readonly (Known | undefined)[]): Known | undefined {
    if (scope.depth >= MAX_DEPTH || this.walking.has(node) || this.scenarios.length >= MAX_SCENARIOS) return undefined;
    this.walking.add(node);
    const outer = this.memo;
    const inner = scope.inlined();
    node.params.forEach((param, index) => {
      bindPattern(param, args[index], inner, (name, known) => inner.define(name, known), this.evaluate);
    });
    const answer =
      node.body.type === 'BlockStatement' ? this.statements(node.body.body, inner) : this.expression(node.body, inner);
    this.walking.delete(node);
    this.memo = outer;
    return answer;
  }

  private args(nodes: readonly Node[], scope: Scope): Arg[] | undefined {
    const args: Arg[] = [];
    let known = true;
    for (const node of nodes) {
      const value = this.toArg(this.expression(node.type === 'SpreadElement' ? node.argument : node, scope));
      if (value === undefined) known = false;
      else if (node.type !== 'SpreadElement') args.push(value);
      else if (value.kind === 'array') args.push(...value.items);
      else args.push(code('...', value));
    }
    return known ? args : undefined;
  }

  private record(target: Ref, args: Arg[], create: boolean): Known {
    const steps: RecordedStep[] = [];
    const scenario: RecordedScenario = { target, args, create, steps, broken: false };
    if (this.scenarios.length < MAX_SCENARIOS) this.scenarios.push(scenario);
    const arg = code(create ? 'new ' : '', create ? code('(', target, ')') : target, '(', ...commaSeparated(args), ')');
    return { is: 'answer', arg, steps, scenario };
  }

  private step(
    object: Known & { is: 'answer' },
    method: string | null,
    node: CallExpression,
    scope: Scope,
  ): Known | undefined {
    const args = this.args(node.arguments, scope);
    const before = this.toArg(object);
    if (args === undefined || before === undefined) {
      object.scenario.broken = true;
      return undefined;
    }
    // A chain `a.b().c()` goes on with what `b` answered; `steps` of another object marks it.
    const chained = object.steps !== object.scenario.steps;
    const step: RecordedStep = { method, args, awaited: false, ...(chained ? { chained: true } : {}) };
    if (!object.scenario.broken) object.scenario.steps.push(step);
    if (!chained) {
      const arg = code('(', before, ')', memberText(method), '(', ...commaSeparated(args), ')');
      return { is: 'answer', arg, steps: [step], scenario: object.scenario };
    }
    return undefined;
  }

  private toArg(value: Known | undefined): Arg | undefined {
    if (value === undefined) return undefined;
    if (value.is === 'arg') return value.arg;
    if (value.is === 'namespace') return undefined;
    if (value.is === 'function') {
      // One that reaches itself, by its own name or by way of another, has no text that stands alone.
      if (this.written.has(value.node)) return undefined;
      this.written.add(value.node);
      try {
        return functionArg(value.node, this.input.source, this.typed, (name) => this.toArg(value.scope.get(name)));
      } finally {
        this.written.delete(value.node);
      }
    }
    const done = value.steps === value.scenario.steps ? value.steps : [];
    if (done.length === 0) return value.arg;
    const waits = done.some((step) => step.awaited);
    const steps = done
      .slice(0, MAX_HISTORY)
      .flatMap((step) => [`, (o) => o${memberText(step.method)}(`, ...commaSeparated(step.args), ')']);
    return waits ? code('(await $afterAsync(', value.arg, ...steps, '))') : code('$after(', value.arg, ...steps, ')');
  }
}
