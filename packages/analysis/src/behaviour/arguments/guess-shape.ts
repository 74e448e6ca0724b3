import type { TSType } from '@babel/types';
import { array, code, literal, object, type Arg } from './arg.js';
import { addTo, emptyShape, shapeOf, type Shape } from './shape.js';
import type { Parameter } from './signature.js';
import type { TypeIndex } from '../javascript/type-index.js';

const NUMBERS = [0, 1, 2, 7, 10, 42, 99, 100, 150, 250, 1234, 1999];
const TEXTS = ['', 'a', 'abc', 'Hello world', 'one-two', '12', 'x=1'];
const DAYS = ['2024-02-29', '2024-12-31', '2023-06-01', '2024-01-31T10:20:30Z'];
const TEXT_METHODS =
  /^(?:split|replace|replaceAll|trim\w*|to(?:Lower|Upper)Case|startsWith|endsWith|padStart|padEnd|charAt|charCodeAt|codePointAt|match|matchAll|normalize|substring|substr|repeat|localeCompare)$/;
const LIST_METHODS =
  /^(?:map|filter|reduce|reduceRight|forEach|some|every|find\w*|flat|flatMap|join|push|pop|shift|unshift|splice|sort|reverse|fill|entries)$/;
const MAX_DEPTH = 4;

/**
 * A domain for a parameter that no test passes: its default, its type, values that were seen for a parameter of that
 * name or type, or what the body does with it. Undefined where nothing is known.
 */
export function guessShape(parameter: Parameter, seen: SeenValues, types: TypeIndex): Shape | undefined {
  const known = seen.byName(parameter.name);
  if (known !== undefined && parameter.type === undefined) return known;
  if (parameter.keys !== undefined) return keysShape(parameter.keys, seen, types);
  if (parameter.type !== undefined) {
    const typed = typeShape(parameter.type, types, 0);
    if (typed !== undefined) return typed;
  }
  if (known !== undefined) return known;
  if (parameter.fallback !== undefined) return fallbackShape(parameter.fallback);
  return usesShape(parameter, seen);
}

export interface SeenValues {
  readonly byName: (name: string) => Shape | undefined;
}

function keysShape(keys: readonly Parameter[], seen: SeenValues, types: TypeIndex): Shape {
  const shape = emptyShape();
  shape.count = 2;
  shape.objects = 2;
  for (const key of keys) {
    const field = guessShape(key, seen, types) ?? shapeOf([...NUMBERS.slice(0, 4), ...TEXTS.slice(0, 4)].map(literal));
    field.count = key.optional ? 1 : 2;
    shape.fields.set(key.name, field);
  }
  return shape;
}

function fallbackShape(fallback: Arg): Shape {
  const shape = shapeOf([fallback]);
  if (shape.strings.length > 0)
    shape.strings.push(...['-', '_', '...', 'a', 'ab'].filter((text) => !shape.strings.includes(text)));
  if (shape.numbers.length > 0) shape.numbers.push(...[1, 2, 3, 10].filter((value) => !shape.numbers.includes(value)));
  if (fallback.kind === 'literal' && fallback.value === null) shape.strings.push('a', 'abc');
  return shape;
}

function usesShape({ uses }: Parameter, seen: SeenValues): Shape | undefined {
  const { types } = uses;
  if (types.includes('date')) return shapeOf(DAYS.map(literal));
  if (types.includes('text')) return shapeOf([...TEXTS, ...NUMBERS].map(literal));
  if (types.includes('number')) return shapeOf(NUMBERS.map(literal));
  if (types.includes('list')) return listOfTexts();
  if (uses.called) return shapeOf([code('$rec()')]);
  if (uses.methods.some((method) => TEXT_METHODS.test(method))) return shapeOf(TEXTS.map(literal));
  if (uses.methods.some((method) => LIST_METHODS.test(method)) || uses.iterated) {
    return listOfTexts();
  }
  const fields = uses.fields.filter((field) => field !== 'length');
  if (fields.length > 0) {
    const shape = emptyShape();
    shape.count = 2;
    shape.objects = 2;
    for (const name of fields) {
      const field = seen.byName(name) ?? shapeOf([...NUMBERS.slice(1, 5), ...TEXTS.slice(1, 3)].map(literal));
      field.count = 2;
      shape.fields.set(name, field);
    }
    return shape;
  }
  if (uses.calculated) return shapeOf(NUMBERS.map(literal));
  if (uses.fields.includes('length')) return shapeOf([...TEXTS.map(literal), array([literal(1), literal(2)])]);
  // Nothing is known: plain values of several kinds. What the code makes of them counts only where it makes sense.
  return shapeOf([...NUMBERS.slice(0, 8), ...TEXTS, ...DAYS.slice(0, 2)].map(literal));
}

function listOfTexts(): Shape {
  const numbers = [[], [1], [3, 1, 2], [2, 2, 5, 0]].map((list) => array(list.map(literal)));
  const texts = [['b', 'a'], ['get', 'a', 'b'], ['abc']].map((list) => array(list.map(literal)));
  return shapeOf([...numbers, ...texts]);
}

function typeShape(type: TSType, types: TypeIndex, depth: number): Shape | undefined {
  if (depth > MAX_DEPTH) return undefined;
  const inner = (one: TSType): Shape | undefined => typeShape(one, types, depth + 1);
  switch (type.type) {
    case 'TSNumberKeyword':
      return shapeOf(NUMBERS.map(literal));
    case 'TSStringKeyword':
      return shapeOf(TEXTS.map(literal));
    case 'TSBooleanKeyword':
      return shapeOf([literal(true), literal(false)]);
    case 'TSNullKeyword':
      return shapeOf([literal(null)]);
    case 'TSUndefinedKeyword':
    case 'TSVoidKeyword':
      return shapeOf([literal(undefined)]);
    case 'TSUnknownKeyword':
    case 'TSAnyKeyword':
      return shapeOf([
        literal(1),
        literal('a'),
        literal(true),
        literal(null),
        object([['a', literal(1)]]),
        array([literal(1)]),
      ]);
    case 'TSLiteralType':
      return 'value' in type.literal ? shapeOf([literal(type.literal.value as string)]) : undefined;
    case 'TSParenthesizedType':
      return inner(type.typeAnnotation);
    case 'TSTypeOperator':
      return type.typeAnnotation ? inner(type.typeAnnotation) : undefined;
    case 'TSFunctionType':
      return shapeOf([code('$rec()')]);
    case 'TSUnionType':
      return join(type.types.map(inner));
    case 'TSIntersectionType':
      return join(type.types.map(inner));
    case 'TSArrayType':
      return listShape(inner(type.elementType));
    case 'TSTypeLiteral':
      return membersShape(type.members, inner);
    case 'TSTypeReference': {
      const name = type.typeName.type === 'Identifier' ? type.typeName.name : '';
      const first = type.typeParameters?.params[0];
      if (/^(?:Array|ReadonlyArray|Iterable)$/.test(name) && first) return listShape(inner(first));
      if (/^(?:Readonly|Partial|Required|NonNullable)$/.test(name) && first) return inner(first);
      if (name === 'Date')
        return shapeOf(
          ["new Date('2024-02-29')", "new Date('2024-12-31T23:59:59Z')", 'new Date(0)'].map((text) => code(text)),
        );
      if (name === 'Record') return recordShape(type.typeParameters?.params[1], inner);
      const declared = types.get(name);
      if (declared === undefined) return undefined;
      return declared.kind === 'members' ? membersShape(declared.members, inner) : inner(declared.type);
    }
    default:
      return undefined;
  }
}

function recordShape(value: TSType | undefined, inner: (type: TSType) => Shape | undefined): Shape | undefined {
  const field = value === undefined ? undefined : inner(value);
  if (field === undefined) return undefined;
  const shape = emptyShape();
  shape.count = 2;
  shape.objects = 2;
  for (const key of ['a', 'b']) shape.fields.set(key, { ...field, count: 1 });
  return shape;
}

function membersShape(members: readonly { type: string }[], inner: (type: TSType) => Shape | undefined): Shape {
  const shape = emptyShape();
  shape.count = 2;
  shape.objects = 2;
  for (const member of members as readonly import('@babel/types').TSTypeElement[]) {
    if (member.type === 'TSMethodSignature' && member.key.type === 'Identifier') {
      shape.fields.set(member.key.name, { ...shapeOf([code('$rec()')]), count: 2 });
    }
    if (member.type !== 'TSPropertySignature' || member.key.type !== 'Identifier') continue;
    const field = member.typeAnnotation ? inner(member.typeAnnotation.typeAnnotation) : undefined;
    // A member of a type that is not known is left out: undefined is what the code gets.
    if (field !== undefined) shape.fields.set(member.key.name, { ...field, count: member.optional ? 1 : 2 });
  }
  return shape;
}

function listShape(items: Shape | undefined): Shape | undefined {
  if (items === undefined) return undefined;
  return { ...emptyShape(), count: 1, arrays: 1, longest: 3, items };
}

/** One of several; fields of objects are put together. */
function join(shapes: readonly (Shape | undefined)[]): Shape | undefined {
  const known = shapes.filter((shape) => shape !== undefined);
  const [first] = known;
  if (first === undefined) return undefined;
  const joined: Shape = { ...emptyShape(), fields: new Map(known.flatMap((shape) => [...shape.fields])) };
  for (const shape of known) {
    for (const value of [...shape.numbers.map(literal), ...shape.strings.map(literal), ...shape.others])
      addTo(joined, value);
    joined.arrays += shape.arrays;
    joined.longest = Math.max(joined.longest, shape.longest);
    joined.items ??= shape.items;
    joined.objects = Math.max(joined.objects, shape.objects);
  }
  joined.count = Math.max(1, joined.count);
  return joined;
}
