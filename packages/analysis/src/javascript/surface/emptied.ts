import { childrenOf, isFunction, unwrap, walk, type Node } from '../syntax.js';
import { isImportStatement } from '../import-statement.js';

/**
 * What has no purpose in a file once its test cases are taken away: their calls, the groups, loops and conditions that
 * hold nothing else, and (where asked for) the imports.
 */
export function emptiedNodes(program: Node, cases: ReadonlySet<Node>, imports = false): Set<Node> {
  const memo = new Map<Node, boolean>();

  const isEmptied = (node: Node): boolean => {
    const known = memo.get(node);
    if (known !== undefined) return known;
    const result = decide(node);
    memo.set(node, result);
    return result;
  };

  const body = (nodes: readonly Node[]): boolean =>
    nodes.length > 0 && nodes.every((one) => one.type === 'EmptyStatement' || isEmptied(one));

  const decide = (node: Node): boolean => {
    if (cases.has(node)) return true;
    switch (node.type) {
      case 'ExpressionStatement':
        return isEmptied(unwrap(node.expression));
      case 'ReturnStatement':
        return node.argument ? isEmptied(unwrap(node.argument)) : false;
      case 'BlockStatement':
        return body(node.body);
      case 'LabeledStatement':
      case 'ForStatement':
      case 'ForInStatement':
      case 'ForOfStatement':
      case 'WhileStatement':
      case 'DoWhileStatement':
        return isEmptied(node.body);
      case 'IfStatement':
        return isEmptied(node.consequent) && (!node.alternate || isEmptied(node.alternate));
      case 'CallExpression':
        return (
          node.arguments.some((one) => isFunction(one) && isEmptied(unwrap(one.body))) ||
          (node.callee.type === 'MemberExpression' && isEmptied(unwrap(node.callee.object)))
        );
      case 'LogicalExpression':
        return isEmptied(unwrap(node.right));
      case 'ConditionalExpression':
        return isEmptied(unwrap(node.consequent)) && isEmptied(unwrap(node.alternate));
      default:
        return false;
    }
  };

  const gone = new Set<Node>();
  walk(program, (node) => {
    if (imports && isImportStatement(node) && !node.type.startsWith('Export')) gone.add(node);
    for (const child of childrenOf(node)) if (isEmptied(child)) gone.add(child);
    return gone.has(node) ? 'skip' : undefined;
  });
  return gone;
}
