import { boundNames } from '../interface/declarations.js';
import { chainOf, dottedName } from '../surface/chain.js';
import { isFunction, keyName, unwrap, walk, type Node } from '../syntax.js';

/** Names of the positional parameters; undefined where a function takes any number of arguments. */
export type Positions = readonly string[] | undefined;

type Signature = { readonly params: readonly Node[]; readonly body?: Node | null };

function positionsOf({ params, body }: Signature): Positions {
  const names: string[] = [];
  for (const one of params) {
    if (one.type === 'RestElement') return undefined;
    const name = boundNames(one)[0] ?? '{}';
    if (name !== 'this') names.push(name);
  }
  return body && usesArguments(body) ? undefined : names;
}

function usesArguments(body: Node): boolean {
  let uses = false;
  walk(body, (node) => {
    if (isFunction(node) && node.type !== 'ArrowFunctionExpression') return 'skip';
    uses ||= node.type === 'Identifier' && node.name === 'arguments';
    return uses ? 'skip' : undefined;
  });
  return uses;
}

/**
 * Positional parameters by the name under which a function, a method or a class is called; `default` for what a module
 * is as a whole. Where several have the same name, the one that takes most.
 */
export function positionalParameters(program: Node): Map<string, Positions> {
  const found = new Map<string, Positions>();
  let whole: Node | undefined;
  const add = (name: string | undefined, positions: Positions): void => {
    if (name === undefined) return;
    const known = found.get(name);
    if (!found.has(name) || (known && (!positions || positions.length > known.length))) found.set(name, positions);
  };
  const addValue = (name: string | undefined, value: Node | null | undefined): void => {
    const node = value ? unwrap(value) : undefined;
    if (isFunction(node)) add(name, positionsOf(node));
    else if (node?.type === 'ClassDeclaration' || node?.type === 'ClassExpression') {
      const constructor = node.body.body.find((one) => one.type === 'ClassMethod' && one.kind === 'constructor');
      // Without a constructor of its own, a subclass takes what its parent takes.
      if (constructor?.type === 'ClassMethod') add(name, positionsOf(constructor));
      else add(name, node.superClass ? undefined : []);
    }
  };
  walk(program, (node) => {
    switch (node.type) {
      case 'FunctionDeclaration':
      case 'ClassDeclaration':
      case 'FunctionExpression':
      case 'ClassExpression':
        if (node.id) addValue(node.id.name, node);
        break;
      case 'TSDeclareFunction':
        add(node.id?.name, positionsOf({ params: node.params }));
        break;
      case 'TSDeclareMethod':
        add(keyName(node.key, node.computed ?? false), positionsOf({ params: node.params }));
        break;
      case 'VariableDeclarator':
        if (node.id.type === 'Identifier') addValue(node.id.name, node.init);
        break;
      case 'ClassMethod':
      case 'ObjectMethod':
        if (node.kind === 'method') add(keyName(node.key, node.computed), positionsOf(node));
        break;
      case 'ClassProperty':
      case 'ObjectProperty':
        addValue(keyName(node.key, node.computed), node.value);
        break;
      case 'AssignmentExpression':
        if (/^(?:module\.)?exports(?:\.default)?$/.test(dottedName(chainOf(node.left)))) whole = node.right;
        else if (node.left.type === 'MemberExpression')
          addValue(keyName(node.left.property, node.left.computed), node.right);
        break;
      case 'ExportDefaultDeclaration':
        whole = node.declaration;
        break;
      case 'TSExportAssignment':
        whole = node.expression;
        break;
      default:
    }
  });
  if (whole?.type === 'Identifier') {
    if (found.has(whole.name)) add('default', found.get(whole.name));
  } else addValue('default', whole);
  return found;
}
