import type { FunctionAt } from '@typed-evidence-chain/core';
import { unwrap, type FunctionNode, type Node } from '../syntax.js';

/** `undefined`, `null`, `void 0`, whatever it is cast to. */
function isNothing(expression: Node | null | undefined): boolean {
  if (!expression) return true;
  if (expression.type === 'UnaryExpression' && expression.operator === 'void') return isInert(expression.argument);
  const node = unwrap(expression);
  if (node.type === 'NullLiteral') return true;
  if (node.type === 'Identifier') return node.name === 'undefined';
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false;
  const { object, property } = node.callee;
  const isResolve = property.type === 'Identifier' && property.name === 'resolve';
  return isResolve && object.type === 'Identifier' && object.name === 'Promise' && isNothing(node.arguments[0]);
}

/** A value that is looked at and thrown away. */
const isInert = (expression: Node): boolean =>
  isNothing(expression) || /^(Identifier|\w+Literal)$/.test(unwrap(expression).type);

function isNoStatement(statement: Node): boolean {
  if (statement.type === 'EmptyStatement') return true;
  if (statement.type === 'ReturnStatement') return isNothing(statement.argument);
  return statement.type === 'ExpressionStatement' && isInert(statement.expression);
}

function rejects(expression: Node | null | undefined): boolean {
  const node = expression ? unwrap(expression) : undefined;
  if (node?.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false;
  const { object, property } = node.callee;
  const isReject = property.type === 'Identifier' && property.name === 'reject';
  return isReject && object.type === 'Identifier' && object.name === 'Promise';
}

export function describeBody(node: FunctionNode): FunctionAt['body'] {
  const { body } = node;
  if (body.type !== 'BlockStatement') return isNothing(body) ? 'nothing' : rejects(body) ? 'throws' : 'code';
  const told = body.body.filter((statement) => !isNoStatement(statement));
  const [only] = told;
  // A constructor may be there for its parameters, or to keep others from calling it.
  if (node.type === 'ClassMethod' && node.kind === 'constructor') return 'code';
  if (!only) return 'nothing';
  if (told.length > 1) return 'code';
  return only.type === 'ThrowStatement' || (only.type === 'ReturnStatement' && rejects(only.argument))
    ? 'throws'
    : 'code';
}

const FAILS = '{ throw new Error("this code was taken out"); }';

/** Texts to put in place of a body: one that always fails, and one that does nothing. */
export function bodyText(
  node: FunctionNode,
  owner: Node | undefined,
  typed: boolean,
): { readonly fails: string; readonly doesNothing: string } {
  const isConstructor = node.type === 'ClassMethod' && node.kind === 'constructor';
  if (isConstructor) {
    const derives =
      owner !== undefined && 'superClass' in owner && owner.superClass !== null && owner.superClass !== undefined;
    const any = typed ? '(arguments as any)' : 'arguments';
    return { fails: FAILS, doesNothing: derives ? `{ super(...${any}); }` : '{}' };
  }
  const isPlain = node.generator === true || ('kind' in node && node.kind === 'set');
  return { fails: FAILS, doesNothing: typed && !isPlain ? '{ return undefined as never; }' : '{}' };
}
