import { isErased } from './erasure.js';
import { fieldsOf, isNode, keyName, syntaxKeys, type Node } from './syntax.js';

export interface CanonicalOptions {
  /** Keep what only the type checker reads. */
  readonly keepTypes?: boolean;
  /** Nodes that are to be left out: statements vanish, other nodes leave an empty block or `undefined` behind. */
  readonly omit?: ReadonlySet<Node>;
  /** Comments before a statement that are to stay. */
  readonly keepComment?: (text: string) => boolean;
}

/** Fields that only the type checker reads; `optional` counts as one except in an optional chain. */
const typeFields = new Set([
  'typeAnnotation',
  'returnType',
  'typeParameters',
  'typeArguments',
  'superTypeParameters',
  'superTypeArguments',
  'implements',
  'predicate',
  'variance',
  'accessibility',
  'readonly',
  'override',
  'definite',
  'declare',
  'abstract',
  'importKind',
  'exportKind',
]);

const wrappers = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSTypeAssertion',
  'TSInstantiationExpression',
  'TypeCastExpression',
]);

const keyed = new Set(['ObjectProperty', 'ObjectMethod', 'ClassProperty', 'ClassMethod', 'ClassAccessorProperty']);

function isIdentifierName(text: string): boolean {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u.test(text);
}

/** JSX drops line breaks and the indentation around them. */
function jsxText(value: string): string {
  const lines = value.split(/\r\n|\r|\n/u);
  if (lines.length === 1) return value;
  const last = lines.length - 1;
  return lines
    .map((line, index) => {
      const left = index === 0 ? line : line.replace(/^[ \t]+/u, '');
      return index === last ? left : left.replace(/[ \t]+$/u, '');
    })
    .filter((line) => line !== '')
    .join(' ');
}

/**
 * A copy of the tree without positions, comments, spelling of literals, parentheses, empty statements and (unless they
 * are asked for) types. Two programs that differ in those only have equal copies, and printing one gives a normal form.
 */
export function canonical<T extends Node>(root: T, options: CanonicalOptions = {}): T {
  const { keepTypes = false, omit, keepComment } = options;

  const isGone = (node: Node): boolean =>
    node.type === 'EmptyStatement' ||
    omit?.has(node) === true ||
    (node.type === 'JSXText' && jsxText(node.value) === '') ||
    (!keepTypes && (isErased(node) || (node.type === 'Identifier' && node.name === 'this')));

  const replacement = (node: Node): unknown => {
    if (node.type.endsWith('Statement')) return { type: 'BlockStatement', body: [], directives: [] };
    return { type: 'Identifier', name: 'undefined' };
  };

  const copyKey = (node: Node, key: Node): unknown => {
    const computed = 'computed' in node && node.computed === true;
    const name = computed ? undefined : keyName(key, computed);
    if (name === undefined || key.type === 'PrivateName') return copy(key);
    return isIdentifierName(name) ? { type: 'Identifier', name } : { type: 'StringLiteral', value: name };
  };

  const copyField = (node: Node, key: string, value: unknown): unknown => {
    if (Array.isArray(value)) {
      return value.filter((item) => !isNode(item) || !isGone(item)).map((item) => (isNode(item) ? copy(item) : item));
    }
    if (!isNode(value)) return value;
    if (key === 'key' && keyed.has(node.type)) return copyKey(node, value);
    if (omit?.has(value)) return replacement(value);
    // A body that is an empty statement, as in `for (;;);`, must stay.
    return copy(value);
  };

  const copy = (node: Node): unknown => {
    const fields = fieldsOf(node);
    if (!keepTypes && wrappers.has(node.type) && isNode(fields['expression'])) return copy(fields['expression']);
    const result: Record<string, unknown> = {};
    const chained = node.type === 'OptionalMemberExpression' || node.type === 'OptionalCallExpression';
    for (const key of syntaxKeys(node)) {
      if (key === 'start' || key === 'end') continue;
      if (!keepTypes && (typeFields.has(key) || (key === 'optional' && !chained))) continue;
      result[key] = copyField(node, key, fields[key]);
    }
    if (node.type === 'JSXText') {
      result['value'] = jsxText(node.value);
      // The printer would write the decoded text, which may hold braces and angle brackets.
      const raw = node.extra?.['raw'];
      if (typeof raw === 'string') result['extra'] = { raw: jsxText(raw), rawValue: result['value'] };
    }
    if (node.type === 'JSXAttribute' && node.value?.type === 'StringLiteral') {
      result['value'] = { type: 'StringLiteral', value: node.value.value, extra: node.value.extra };
    }
    const comments = keepComment && node.leadingComments?.filter((comment) => keepComment(comment.value));
    if (comments && comments.length > 0) result['leadingComments'] = comments;
    return result;
  };

  return copy(root) as T;
}

/** Equal text for equal programs: the spelling that the printer needs in a few places does not count here. */
export function fingerprint(root: Node): string {
  return JSON.stringify(canonical(root), (key, value: unknown) => {
    if (key === 'extra') return undefined;
    return typeof value === 'bigint' ? `${value}n` : value;
  });
}
