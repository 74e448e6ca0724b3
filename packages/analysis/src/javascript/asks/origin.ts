import { builtinModules } from 'node:module';
import { importedNames, requiredSpecifier } from '../import-statement.js';
import { boundNames } from '../interface/declarations.js';
import { chainOf, rootName } from '../surface/chain.js';
import type { TestBindings } from '../surface/test-bindings.js';
import { assertModules, runnerModules } from '../surface/test-names.js';
import { isFunction, unwrap, walk, type Node } from '../syntax.js';

/**
 * Where a value comes from. `from`: the module as written; `unknown`: from a parameter or a helper, so it may be
 * anything; `local`: a literal of the test; `foreign`: the language, the runner, an assertion library.
 */
export type Origin =
  | { readonly kind: 'module'; readonly from: string; readonly imported: string }
  | { readonly kind: 'unknown' | 'local' | 'foreign' };

const UNKNOWN: Origin = { kind: 'unknown' };
const LOCAL: Origin = { kind: 'local' };
const FOREIGN: Origin = { kind: 'foreign' };
const MAX_STEPS = 8;

const builtins = new Set([...builtinModules, ...builtinModules.map((name) => `node:${name}`)]);
/** Libraries of tests beside runners and assertions: what is handed to them is not handed to the code under test. */
const helpers = new Set([
  'chai',
  'expect',
  'should',
  'sinon',
  'supertest',
  'nock',
  'fast-check',
  'testdouble',
  'proxyquire',
]);
/** Ways of the language to load a module: what they give is that module. */
const TRANSPARENT = new Set(['require', 'import']);

const isForeign = (from: string): boolean =>
  builtins.has(from) || runnerModules.has(from) || assertModules.has(from) || helpers.has(from);

export type OriginOf = (expression: Node) => Origin;

/** Tells of an expression of a test where its value comes from, by the name at its start and what that was set to. */
export function origins(program: Node, { lookUp, contexts }: TestBindings): OriginOf {
  const imports = new Map<string, { readonly from: string; readonly imported: string }>();
  const values = new Map<string, Node[]>();
  const parameters = new Set<string>();
  walk(program, (node) => {
    for (const { local, imported, from } of importedNames(node)) imports.set(local, { from, imported });
    if (isFunction(node)) node.params.flatMap(boundNames).forEach((name) => parameters.add(name));
    if ((node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') && node.id) push(node.id.name, node);
    const [target, value] =
      node.type === 'VariableDeclarator'
        ? [node.id, node.init]
        : node.type === 'AssignmentExpression'
          ? [node.left, node.right]
          : [];
    if (target && value) boundNames(target).forEach((name) => push(name, value));
  });
  function push(name: string, value: Node): void {
    const known = values.get(name);
    if (known) known.push(value);
    else values.set(name, [value]);
  }
  const originOf = (expression: Node, steps = 0): Origin => {
    if (steps > MAX_STEPS) return UNKNOWN;
    const chain = chainOf(expression);
    const loaded = requiredSpecifier(chain.root) ?? loadedBy(chain);
    if (loaded !== undefined) return isForeign(loaded) ? FOREIGN : { kind: 'module', from: loaded, imported: '*' };
    const { root } = chain;
    if (root.type === 'NewExpression') return originOf(root.callee, steps + 1);
    if (root.type === 'LogicalExpression' || root.type === 'AssignmentExpression')
      return best([originOf(root.left, steps + 1), originOf(root.right, steps + 1)]);
    if (root.type === 'ConditionalExpression')
      return best([originOf(root.consequent, steps + 1), originOf(root.alternate, steps + 1)]);
    if (/Literal$|^ObjectExpression$|^ArrayExpression$/.test(root.type)) return LOCAL;
    if (root.type === 'Super' || root.type === 'ThisExpression') return UNKNOWN;
    const name = rootName(chain);
    if (name === undefined) return UNKNOWN;
    const imported = imports.get(name);
    if (imported) return isForeign(imported.from) ? FOREIGN : { kind: 'module', ...imported };
    const known = values.get(name);
    if (known) return best(known.map((value) => (isFunction(unwrap(value)) ? UNKNOWN : originOf(value, steps + 1))));
    if (contexts.has(name)) return FOREIGN;
    if (parameters.has(name)) return UNKNOWN;
    if (lookUp(name) || name in globalThis || ['jest', 'vi', 'require', 'sinon'].includes(name)) return FOREIGN;
    return UNKNOWN;
  };
  return (expression) => originOf(expression);
}

/** The module that the first links of a chain load: `require('x').y`, `(await import('x')).y`. */
function loadedBy(chain: ReturnType<typeof chainOf>): string | undefined {
  const [first] = chain.links;
  const name = chain.root.type === 'Import' ? 'import' : rootName(chain);
  if (first?.kind !== 'call' || name === undefined || !TRANSPARENT.has(name)) return undefined;
  return requiredSpecifier(first.node);
}

/** The one that says most: a value that may be of the code under test is taken for it. */
function best(found: readonly Origin[]): Origin {
  return (
    found.find((one) => one.kind === 'module') ??
    found.find((one) => one.kind === 'unknown') ??
    found.find((one) => one.kind === 'foreign') ??
    LOCAL
  );
}
