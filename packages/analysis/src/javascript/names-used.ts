import type { JavaScriptSource } from './parse.js';
import { startOf, walk } from './syntax.js';

/** Identifiers, property names and private names (`#x`) that begin between two lines (inclusive), each once. */
export function javaScriptNamesUsed(source: JavaScriptSource, fromLine: number, toLine: number): string[] {
  const names = new Set<string>();
  walk(source.file.program, (node, ancestors) => {
    const line = source.lines.lineOf(startOf(node));
    if (line < fromLine || line > toLine) return;
    if (node.type === 'Identifier' || node.type === 'JSXIdentifier') {
      names.add(ancestors.at(-1)?.type === 'PrivateName' ? `#${node.name}` : node.name);
    }
    const parent = ancestors.at(-1);
    const isKey = parent && 'key' in parent && parent.key === node;
    const isAccess = parent?.type === 'MemberExpression' && parent.property === node;
    if (node.type === 'StringLiteral' && (isKey || isAccess)) names.add(node.value);
  });
  return [...names];
}
