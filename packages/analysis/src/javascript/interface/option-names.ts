import { isFunction, keyName, unwrap, walk, type Node } from '../syntax.js';
import { patternKeys } from './offered-names.js';

const bagNames = new Set([
  'options',
  'option',
  'opts',
  'opt',
  'config',
  'configuration',
  'settings',
  'params',
  'props',
  'flags',
]);
const bagSuffixes = ['Options', 'Opts', 'Config', 'Settings', 'Props', 'Params'];

/** Reading a field of a record is no option: a parameter is a bag of options by its name, or because it may be left out. */
function isBagName(name: string): boolean {
  return bagNames.has(name) || bagSuffixes.some((suffix) => name.endsWith(suffix));
}

/** The name of the parameter when it holds options. */
function bagOf(parameter: Node): string | undefined {
  if (parameter.type === 'TSParameterProperty') return bagOf(parameter.parameter);
  if (parameter.type === 'AssignmentPattern') {
    const isEmptyObject = parameter.right.type === 'ObjectExpression' && parameter.right.properties.length === 0;
    const { left } = parameter;
    return left.type === 'Identifier' && (isEmptyObject || isBagName(left.name)) ? left.name : undefined;
  }
  return parameter.type === 'Identifier' && isBagName(parameter.name) ? parameter.name : undefined;
}

/**
 * Keys of options that functions read (`options.max`, `const { max } = options`) or declare (members of an interface
 * `…Options`). All functions count, so that moving a read into a helper brings no new name.
 */
export function optionNames(program: Node): string[] {
  const names = new Set<string>();
  const add = (name: string | undefined): void => {
    if (name !== undefined) names.add(name);
  };
  walk(program, (node, ancestors) => {
    const isBag = (expression: Node): boolean => {
      const value = unwrap(expression);
      if (value.type !== 'Identifier') return false;
      return ancestors.some(
        (one) => isFunction(one) && one.params.some((parameter) => bagOf(parameter) === value.name),
      );
    };
    if ((node.type === 'MemberExpression' || node.type === 'OptionalMemberExpression') && isBag(node.object)) {
      add(keyName(node.property, node.computed));
    }
    if (node.type === 'VariableDeclarator' && node.id.type === 'ObjectPattern' && node.init) {
      const init = unwrap(node.init);
      if (isBag(init.type === 'LogicalExpression' ? init.left : init)) patternKeys(node.id).forEach(add);
    }
    if (node.type === 'TSPropertySignature' || node.type === 'TSMethodSignature') {
      const declared = ancestors.find(
        (one) => one.type === 'TSInterfaceDeclaration' || one.type === 'TSTypeAliasDeclaration',
      );
      const inline = ancestors.some((one) => one.type === 'Identifier' && isBagName(one.name));
      if (
        inline ||
        (declared && 'id' in declared && declared.id?.type === 'Identifier' && isBagName(declared.id.name))
      ) {
        add(keyName(node.key, node.computed ?? false));
      }
    }
  });
  return [...names];
}
