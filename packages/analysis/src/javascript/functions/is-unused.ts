import { walk, type Node } from '../syntax.js';
import type { DeclaredFunction } from './declared-functions.js';

/** Names that a program uses, each as often as it does; `except` is left out with all that it holds. */
function uses(program: Node, name: string, except: Node): boolean {
  let found = false;
  walk(program, (node) => {
    if (node === except) return 'skip';
    found ||= (node.type === 'Identifier' || node.type === 'JSXIdentifier') && node.name === name;
    return undefined;
  });
  return found;
}

const isModule = (program: Node): boolean => {
  let found = false;
  walk(program, (node) => {
    found ||=
      /^(Import|Export)/.test(node.type) || (node.type === 'Identifier' && ['require', 'exports'].includes(node.name));
    return undefined;
  });
  return found;
};

/**
 * A function at the top of a module that nothing else in the module mentions, not even its exports: nobody can call it.
 * A file that is no module shares its names with all other scripts.
 */
export function isUnused(program: Node, { node, head, name }: DeclaredFunction): boolean {
  const isPrivate = head.type === 'FunctionDeclaration' || head.type === 'VariableDeclaration';
  const isTop = program.type === 'Program' && program.body.some((statement) => statement === head);
  if (!isPrivate || !isTop || node.type === 'ObjectMethod') return false;
  return isModule(program) && !uses(program, name, head);
}
