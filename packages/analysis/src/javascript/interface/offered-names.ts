import { isFunction, keyName, walk, type FunctionNode, type Node } from '../syntax.js';
import { boundNames, resolve, type Declarations } from './declarations.js';

/** Names under which callers reach what a value holds: members, parameters, option keys, and those of what it returns. */
export class OfferedNames {
  readonly names = new Set<string>();
  private readonly seen = new Set<Node>();

  constructor(private readonly declarations: Declarations) {}

  offer(value: Node): void {
    const node = resolve(value, this.declarations);
    if (this.seen.has(node)) return;
    this.seen.add(node);
    if (isFunction(node)) this.offerFunction(node);
    else if (node.type === 'ObjectExpression') this.offerObject(node);
    else if (node.type === 'ClassDeclaration' || node.type === 'ClassExpression') this.offerClass(node);
    else if (node.type === 'NewExpression') this.offer(node.callee);
    else if (node.type === 'ConditionalExpression') [node.consequent, node.alternate].forEach((one) => this.offer(one));
    else if (node.type === 'LogicalExpression') [node.left, node.right].forEach((one) => this.offer(one));
    else if (node.type === 'TSEnumDeclaration') this.offerEnum(node);
  }

  private offerFunction(node: FunctionNode): void {
    for (const parameter of node.params) {
      boundNames(parameter).forEach((name) => this.names.add(name));
      patternKeys(parameter).forEach((name) => this.names.add(name));
    }
    if (node.body.type !== 'BlockStatement') {
      this.offer(node.body);
      return;
    }
    walk(node.body, (inner) => {
      if (isFunction(inner) || inner.type === 'ClassBody') return 'skip';
      if (inner.type === 'ReturnStatement' && inner.argument) this.offer(inner.argument);
      return undefined;
    });
  }

  private offerObject(node: Extract<Node, { type: 'ObjectExpression' }>): void {
    for (const property of node.properties) {
      if (property.type === 'SpreadElement') {
        this.offer(property.argument);
        continue;
      }
      const name = keyName(property.key, property.computed);
      if (name !== undefined) this.names.add(name);
      this.offer(property.type === 'ObjectMethod' ? property : property.value);
    }
  }

  private offerClass(node: Extract<Node, { type: 'ClassDeclaration' | 'ClassExpression' }>): void {
    if (node.superClass) this.offer(node.superClass);
    for (const member of node.body.body) {
      if (!('key' in member) || member.type === 'ClassPrivateMethod' || member.type === 'ClassPrivateProperty')
        continue;
      if ('accessibility' in member && member.accessibility === 'private') continue;
      const name = keyName(member.key, 'computed' in member && member.computed === true);
      if (name !== undefined && name !== 'constructor') this.names.add(name);
      if (member.type === 'ClassMethod') this.offer(member);
      else if ('value' in member && member.value) this.offer(member.value);
    }
  }

  private offerEnum(node: Extract<Node, { type: 'TSEnumDeclaration' }>): void {
    for (const member of node.members) {
      const name = keyName(member.id, false);
      if (name !== undefined) this.names.add(name);
    }
  }
}

/** Keys that a pattern takes apart, nested ones too. */
export function patternKeys(pattern: Node): string[] {
  switch (pattern.type) {
    case 'AssignmentPattern':
      return patternKeys(pattern.left);
    case 'TSParameterProperty':
      return patternKeys(pattern.parameter);
    case 'RestElement':
      return patternKeys(pattern.argument);
    case 'ArrayPattern':
      return pattern.elements.flatMap((element) => (element ? patternKeys(element) : []));
    case 'ObjectPattern':
      return pattern.properties.flatMap((one) => {
        if (one.type === 'RestElement') return [];
        const name = keyName(one.key, one.computed);
        return [...(name === undefined ? [] : [name]), ...patternKeys(one.value)];
      });
    default:
      return [];
  }
}
