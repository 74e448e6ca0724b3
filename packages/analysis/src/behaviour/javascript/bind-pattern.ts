import type { Node } from '@babel/types';
import { array, code, object, type Arg } from '../arguments/arg.js';
import type { Evaluate } from './constant-of.js';
import type { Known, Scope } from './scope.js';

/** Gives the names of a (destructuring) pattern their values; undefined for what is not known. */
export function bindPattern(
  pattern: Node,
  value: Known | undefined,
  scope: Scope,
  bind: (name: string, value: Known | undefined) => void,
  evaluate: Evaluate,
): void {
  const again = (inner: Node, known: Known | undefined): void => bindPattern(inner, known, scope, bind, evaluate);
  switch (pattern.type) {
    case 'Identifier':
      bind(pattern.name, value);
      return;
    case 'AssignmentPattern':
      again(pattern.left, value ?? evaluate(pattern.right, scope));
      return;
    case 'ArrayPattern':
      pattern.elements.forEach((element, index) => {
        if (element === null) return;
        if (element.type === 'RestElement') {
          const rest = value?.is === 'arg' && value.arg.kind === 'array' ? value.arg.items.slice(index) : undefined;
          again(element.argument, rest === undefined ? undefined : { is: 'arg', arg: array(rest) });
        } else {
          again(element, part(value, index));
        }
      });
      return;
    case 'ObjectPattern': {
      const taken: string[] = [];
      for (const property of pattern.properties) {
        if (property.type === 'RestElement') {
          const rest =
            value?.is === 'arg' && value.arg.kind === 'object'
              ? object(value.arg.entries.filter(([key]) => !taken.includes(key)))
              : undefined;
          again(property.argument, rest === undefined ? undefined : { is: 'arg', arg: rest });
          continue;
        }
        const key =
          property.key.type === 'Identifier' && !property.computed
            ? property.key.name
            : property.key.type === 'StringLiteral'
              ? property.key.value
              : undefined;
        if (key !== undefined) taken.push(key);
        again(property.value, key === undefined ? undefined : part(value, key));
      }
      return;
    }
    default:
  }
}

function part(value: Known | undefined, key: string | number): Known | undefined {
  if (value === undefined || value.is === 'function') return undefined;
  if (value.is === 'namespace') {
    return { is: 'arg', arg: { kind: 'ref', module: value.module, name: String(key) } };
  }
  const { arg } = value;
  const known = (inner: Arg | undefined): Known | undefined =>
    inner === undefined ? undefined : { is: 'arg', arg: inner };
  if (arg.kind === 'array') return known(typeof key === 'number' ? arg.items[key] : undefined);
  if (arg.kind === 'object') return known(arg.entries.find(([name]) => name === key)?.[1]);
  if (arg.kind === 'ref' && !arg.name.includes('.')) return known({ ...arg, name: `${arg.name}.${key}` });
  if (arg.kind === 'literal') return undefined;
  return known(code('(', arg, `)[${JSON.stringify(key)}]`));
}
