import { endOf, startOf, walk, type Node } from '../javascript/syntax.js';
import type { Range } from './babel-positions.js';

/** Where a mutant goes. */
export interface Place {
  /** The text that stands for the replacement here. */
  readonly put: (replacement: string) => string;
}

/** What Stryker replaces as a whole and what is no expression. */
const STATEMENTS: ReadonlySet<string> = new Set(['BlockStatement', 'SwitchCase', 'ForStatement']);
const LISTS: ReadonlySet<string> = new Set(['Program', 'BlockStatement', 'StaticBlock', 'SwitchCase', 'TSModuleBlock']);

/** Whether a statement in a list of statements begins with the node: a parenthesis here may continue the line before. */
function opensStatement(node: Node, ancestors: readonly Node[]): boolean {
  const statement = ancestors.findLastIndex(({ type }) => type === 'ExpressionStatement');
  const owner = ancestors[statement];
  const list = ancestors[statement - 1];
  return owner !== undefined && list !== undefined && startOf(owner) === startOf(node) && LISTS.has(list.type);
}

function placeOf(node: Node, ancestors: readonly Node[]): Place {
  const parent = ancestors.at(-1);
  const isBare = STATEMENTS.has(node.type) || (parent?.type === 'TaggedTemplateExpression' && parent.quasi === node);
  if (isBare) return { put: (replacement) => replacement };
  // `x && a` in `x && a && b` becomes `(x || a)`: printed alone, it knows nothing of what binds more tightly around it.
  const before = opensStatement(node, ancestors) ? ';' : '';
  return { put: (replacement) => `${before}(${replacement})` };
}

/** For each node within the ranges, by `from:to`. Of nodes with the same text the innermost counts: the expression. */
export function placesOf(root: Node, ranges: readonly Range[]): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  walk(root, (node, ancestors) => {
    const [from, to] = [startOf(node), endOf(node)];
    if (ranges.some((range) => from >= range.from && to <= range.to))
      places.set(`${from}:${to}`, placeOf(node, ancestors));
    return ranges.some((range) => from <= range.to && to >= range.from) ? undefined : 'skip';
  });
  return places;
}
