import type { CallExpression } from '@babel/types';
import { requiredSpecifier } from '../import-statement.js';
import { isNode, keyName, unwrap, walk, type Node } from '../syntax.js';
import { resolve, type Declarations } from './declarations.js';
import type { Exported } from './exported.js';

/** `exports`, `module.exports` and `exports = module.exports`. */
export function isExportsObject(node: Node): boolean {
  const value = unwrap(node);
  if (value.type === 'Identifier') return value.name === 'exports';
  if (value.type === 'AssignmentExpression') return isExportsObject(value.left);
  return isModuleExports(value);
}

function isModuleExports(node: Node): boolean {
  if (node.type !== 'MemberExpression') return false;
  const { object } = node;
  return (
    object.type === 'Identifier' && object.name === 'module' && keyName(node.property, node.computed) === 'exports'
  );
}

class CommonJsExports {
  readonly found: Exported[] = [];
  /** The function or class that stands for the whole module: what is hung on it later is exported, too. */
  private readonly wholes = new Set<string>();

  constructor(private readonly declarations: Declarations) {}

  read(program: Node): Exported[] {
    walk(program, (node) => {
      if (node.type === 'AssignmentExpression') this.assignment(node.left, node.right);
      if (node.type === 'CallExpression') this.call(node);
      if (node.type === 'TSExportAssignment') this.whole(node.expression);
    });
    // `module.exports = api` may come before or after `api.x = …`: the names that stand for it are known only now.
    walk(program, (node) => {
      if (node.type !== 'AssignmentExpression' || node.left.type !== 'MemberExpression') return;
      const { object, property, computed } = node.left;
      const name = keyName(property, computed);
      if (object.type === 'Identifier' && this.wholes.has(object.name) && name !== undefined && name !== 'prototype') {
        this.add(name, node.right);
      }
    });
    return this.found;
  }

  private add(name: string, value?: Node): void {
    if (name !== '__esModule') this.found.push({ name, value });
  }

  private assignment(left: Node, right: Node): void {
    if (left.type !== 'MemberExpression') return;
    if (isModuleExports(left)) {
      this.whole(right);
      return;
    }
    const name = keyName(left.property, left.computed);
    if (isExportsObject(left.object) && name !== undefined) this.add(name, right);
  }

  private whole(expression: Node): void {
    const written = unwrap(expression);
    if (written.type === 'AssignmentExpression') {
      // `module.exports = exports = value`; an inner `module.exports = …` is seen by the walk itself.
      if (!isModuleExports(written.left)) this.whole(written.right);
      return;
    }
    if (written.type === 'Identifier') this.wholes.add(written.name);
    const value = resolve(written, this.declarations);
    const from = requiredSpecifier(value);
    if (from !== undefined) this.add(`* from ${from}`);
    else if (value.type === 'ObjectExpression') this.properties(value);
    else this.add('default', value);
    if (value.type === 'FunctionDeclaration' && value.id) this.wholes.add(value.id.name);
  }

  private properties(object: Node): void {
    if (object.type !== 'ObjectExpression') return;
    for (const property of object.properties) {
      if (property.type === 'SpreadElement') this.spread(property.argument);
      else {
        const name = keyName(property.key, property.computed);
        if (name !== undefined) this.add(name, property.type === 'ObjectMethod' ? property : property.value);
      }
    }
  }

  private spread(argument: Node): void {
    const value = resolve(argument, this.declarations);
    const from = requiredSpecifier(value);
    if (from !== undefined) this.add(`* from ${from}`);
    else this.properties(value);
  }

  private call(node: CallExpression): void {
    const callee = node.callee;
    const name =
      callee.type === 'MemberExpression'
        ? keyName(callee.property, callee.computed)
        : callee.type === 'Identifier'
          ? callee.name
          : undefined;
    const [first, second, third] = node.arguments;
    if (name === '__exportStar' && first && second && isExportsObject(second)) {
      this.spread(first);
      return;
    }
    if (!first || !second || !isExportsObject(first)) return;
    if (name === 'defineProperty') {
      const key = second.type === 'StringLiteral' ? second.value : undefined;
      if (key !== undefined) this.add(key, isNode(third) ? describedValue(third) : undefined);
    } else if (name === 'defineProperties') {
      this.properties(second);
    } else if (name === 'assign' || name === '__export') {
      for (const source of node.arguments.slice(1)) this.spread(source);
    }
  }
}

/** The value in a property descriptor. */
function describedValue(descriptor: Node): Node | undefined {
  if (descriptor.type !== 'ObjectExpression') return undefined;
  for (const property of descriptor.properties) {
    if (property.type === 'ObjectProperty' && keyName(property.key, property.computed) === 'value')
      return property.value;
  }
  return undefined;
}

/** What `module.exports`, `exports.x` and `export =` offer. */
export function commonJsExports(program: Node, declarations: Declarations): Exported[] {
  return new CommonJsExports(declarations).read(program);
}
