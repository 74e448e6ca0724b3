import { transform } from 'sucrase';
import { VISITOR_KEYS, type Function as FunctionNode, type Node } from '@babel/types';
import { code, commaSeparated, type Arg } from '../arguments/arg.js';

/** Names that mean the same in every module. `Date` and `Math` too: what they make unsteady is noticed later. */
export const GLOBALS: ReadonlySet<string> = new Set(
  (
    'Object Array String Number Boolean JSON Math Promise Error TypeError RangeError SyntaxError Symbol Map Set ' +
    'WeakMap Date RegExp BigInt Buffer URL URLSearchParams Uint8Array Int32Array Float64Array ArrayBuffer Reflect ' +
    'Proxy undefined NaN Infinity parseInt parseFloat isNaN isFinite encodeURIComponent decodeURIComponent Intl ' +
    'console structuredClone setTimeout clearTimeout queueMicrotask setImmediate arguments this TextEncoder TextDecoder'
  ).split(' '),
);

export function children(node: Node): Node[] {
  const keys = VISITOR_KEYS[node.type] ?? [];
  return keys.flatMap((key) => {
    const value = (node as unknown as Record<string, unknown>)[key];
    return (Array.isArray(value) ? value : [value]).filter(isNode);
  });
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

/** Names that the function takes from around it. Names declared anywhere inside count as its own. */
export function freeNames(node: Node): string[] {
  const used = new Set<string>();
  const declared = new Set<string>();
  const declare = (pattern: Node | null | undefined): void => {
    if (!pattern) return;
    if (pattern.type === 'Identifier') declared.add(pattern.name);
    else if (pattern.type === 'AssignmentPattern') declare(pattern.left);
    else if (pattern.type === 'RestElement') declare(pattern.argument);
    else if (pattern.type === 'ArrayPattern') pattern.elements.forEach(declare);
    else if (pattern.type === 'ObjectPattern') {
      pattern.properties.forEach((p) => declare(p.type === 'RestElement' ? p.argument : p.value));
    }
  };
  const walk = (current: Node): void => {
    if (current.type.startsWith('TS') && !/^TS(As|NonNull|Satisfies)/.test(current.type)) return;
    if (current.type === 'Identifier') used.add(current.name);
    if (current.type === 'VariableDeclarator') declare(current.id);
    if (current.type === 'CatchClause') declare(current.param);
    if ('params' in current && Array.isArray(current.params)) current.params.forEach((p) => declare(p as Node));
    if ('id' in current && current.id && /^(Function|Class)/.test(current.type)) declare(current.id as Node);
    for (const child of children(current)) {
      const isName =
        ((current.type === 'MemberExpression' || current.type === 'OptionalMemberExpression') &&
          child === current.property &&
          !current.computed) ||
        ((current.type === 'ObjectProperty' || current.type === 'ObjectMethod' || current.type === 'ClassMethod') &&
          child === current.key &&
          !current.computed);
      if (!isName) walk(child);
    }
  };
  walk(node);
  return [...used].filter((name) => !declared.has(name));
}

/** Text of an expression without types, or undefined where there is none that stands alone. */
export function plainText(node: Node, source: string, typed: boolean): string | undefined {
  const text = source.slice(node.start ?? 0, node.end ?? 0);
  if (!typed) return text;
  try {
    const plain = transform(`(${text})`, { transforms: ['typescript'], disableESTransforms: true });
    return plain.code;
  } catch {
    return undefined; // Text that needs its surroundings, such as a method; it is left out.
  }
}

/**
 * A function of a test as an argument: its text where it needs nothing from around it (or only known values), else a
 * callback that records how it is called.
 */
export function functionArg(
  node: FunctionNode,
  source: string,
  typed: boolean,
  lookup: (name: string) => Arg | undefined,
): Arg {
  const recorder = code('$rec()');
  if (node.type === 'ObjectMethod' || node.type === 'ClassMethod' || node.type === 'ClassPrivateMethod')
    return recorder;
  const text = plainText(node, source, typed);
  if (text === undefined || text.includes('import(')) return recorder;
  const free = freeNames(node).filter((name) => !GLOBALS.has(name));
  const values: Arg[] = [];
  for (const name of free) {
    const value = lookup(name);
    if (value === undefined) return recorder;
    values.push(value);
  }
  if (free.length === 0) return code('$cb((', text, '))');
  // What it does to the values around it is not seen by the caller: the calls of it are.
  return code(`$rec(((${free.join(', ')}) => (${text}))(`, ...commaSeparated(values), '))');
}
