import { isNode, keyName, unwrap, type Node } from '../syntax.js';

export interface Member {
  readonly kind: 'member';
  /** Undefined where the property is computed. */
  readonly name: string | undefined;
  readonly property: Node;
  readonly node: Node;
}

export interface Call {
  readonly kind: 'call';
  readonly args: readonly Node[];
  readonly node: Node;
}

export type Link = Member | Call;

/** `expect(x).not.toBe(1)` as its root (`expect`) and what is done to it, one step after the other. */
export interface Chain {
  readonly root: Node;
  readonly links: readonly Link[];
}

export function chainOf(expression: Node): Chain {
  const links: Link[] = [];
  let node = unwrap(expression);
  for (;;) {
    if (node.type === 'MemberExpression' || node.type === 'OptionalMemberExpression') {
      links.push({ kind: 'member', name: keyName(node.property, node.computed), property: node.property, node });
      node = unwrap(node.object);
    } else if (node.type === 'CallExpression' || node.type === 'OptionalCallExpression') {
      links.push({ kind: 'call', args: node.arguments.filter(isNode), node });
      node = node.callee.type === 'Super' || node.callee.type === 'Import' ? node.callee : unwrap(node.callee);
    } else if (node.type === 'TaggedTemplateExpression') {
      links.push({ kind: 'call', args: [node.quasi], node });
      node = unwrap(node.tag);
    } else {
      return { root: node, links: links.reverse() };
    }
  }
}

export function rootName({ root }: Chain): string | undefined {
  if (root.type === 'ThisExpression') return 'this';
  return root.type === 'Identifier' ? root.name : undefined;
}

/** `process.exit` for `process.exit(1)`: the leading names of a chain up to its first call. */
export function dottedName(chain: Chain): string {
  const names = [rootName(chain) ?? '?'];
  for (const link of chain.links) {
    if (link.kind === 'call') break;
    names.push(link.name ?? '?');
  }
  return names.join('.');
}
