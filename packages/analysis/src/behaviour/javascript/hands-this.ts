import type { CallExpression, Node } from '@babel/types';
import type { Hunk } from '@typed-evidence-chain/core';
import { children } from './function-text.js';
import { parseSource } from './parse-source.js';

const HANDERS: ReadonlySet<string> = new Set(['call', 'apply', 'bind']);

/**
 * Whether the removed lines give a function of somebody else a `this` on purpose: `hook.call(this, result)`,
 * `fn.apply(self, args)`, `Reflect.apply(fn, owner, args)`. What the callee sees as `this` is then a promise to it.
 */
export function handsThis(path: string, source: string, hunks: readonly Hunk[]): boolean {
  const file = parseSource(path, source);
  if (file === undefined) return false;
  const isRemoved = ({ loc }: Node): boolean =>
    loc !== undefined &&
    loc !== null &&
    hunks.some(({ oldStart, oldLines }) => loc.end.line >= oldStart && loc.start.line < oldStart + oldLines);
  const find = (node: Node): boolean =>
    (node.type === 'CallExpression' && isRemoved(node) && givesThis(node)) || children(node).some(find);
  return find(file.program);
}

function givesThis({ callee, arguments: args }: CallExpression): boolean {
  if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier') return false;
  const { object, property } = callee;
  if (object.type === 'Identifier' && object.name === 'Reflect') return property.name === 'apply' && isOwner(args[1]);
  return HANDERS.has(property.name) && !isOfLanguage(object) && isOwner(args[0]);
}

const isOwner = (node: Node | undefined): boolean =>
  node !== undefined &&
  node.type !== 'NullLiteral' &&
  !(node.type === 'Identifier' && node.name === 'undefined') &&
  !(node.type === 'UnaryExpression' && node.operator === 'void');

/** `Array.prototype.slice`, `[].slice`, `{}.hasOwnProperty`, `super.method`: no function of a caller. */
function isOfLanguage(node: Node): boolean {
  if (node.type !== 'MemberExpression') return node.type === 'Super';
  const { object, property } = node;
  if (object.type === 'ArrayExpression' || object.type === 'ObjectExpression' || object.type === 'Super') return true;
  return (property.type === 'Identifier' && property.name === 'prototype') || isOfLanguage(object);
}
