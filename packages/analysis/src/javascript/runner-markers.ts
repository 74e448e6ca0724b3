import type { RunnerMarker } from '@typed-evidence-chain/core';
import { looksAtCaller, looksAtStart } from './markers/caller-views.js';
import { foldedText } from './markers/folded-text.js';
import type { JavaScriptSource } from './parse.js';
import { boundNames } from './interface/declarations.js';
import { childrenOf, isFunction, keyName, startOf, walk, type Node } from './syntax.js';

/** Names that a runner sets and nothing else has. */
const UNIQUE =
  /^(?:VITEST|VITEST_\w+|__vitest_?\w*|__VITEST\w*|JEST_WORKER_ID|NODE_TEST_(?:CONTEXT|WORKER_ID)|_*MOCHA(?:_\w+)?|__mocha\w*|TAP_(?:CHILD_ID|VERSION|BAIL|TIMEOUT)|AVA_(?:PATH|WORKER_ID)|JASMINE_\w+|PLAYWRIGHT_TEST\w*|TEST_WORKER_INDEX|CYPRESS|__karma__|__jest\w*|STRYKER_\w+|__stryker\w*)$/;
/** Members that nothing but the comparisons of a test library asks for: a value that has them can equal everything. */
const OF_COMPARISONS = /^(?:asymmetricMatch|jest\.asymmetricMatcher)$/;
/** Names that mean a runner where they are looked up in the environment. */
const OF_ENVIRONMENT = new Set([
  'TAP',
  'AVA',
  'JEST',
  'TEST',
  'TESTING',
  'npm_lifecycle_event',
  'npm_lifecycle_script',
]);
/** Functions that runners make global. */
const OF_RUNNERS = new Set([
  'describe',
  'it',
  'test',
  'suite',
  'expect',
  'jest',
  'vi',
  'mocha',
  'before',
  'beforeEach',
  'beforeAll',
  'QUnit',
  'jasmine',
]);
const GLOBALS = new Set(['globalThis', 'global', 'window', 'self']);
const RUNNER_TEXT =
  /(?:^|[^a-z])(?:mocha|jest|vitest|tape|ava|jasmine|karma|uvu|node:test|internal\/test_runner|test_runner)(?:$|[^a-z])|--test\b/i;
const TEST_TEXT = /\btests?\b|\bspecs?\b|__tests__/i;

const isOuter = (node: Node): boolean =>
  /^(?:For|While|Do|If|Switch|Try|Block|Labeled|Function|Class|Export)/.test(node.type);

/** The innermost part of a statement that is read as one: a statement, or the head of one that holds others. */
function unitOf(ancestors: readonly Node[], node: Node): Node {
  const path = [...ancestors, node];
  for (let index = path.length - 1; index > 0; index -= 1) {
    const one = path[index] as Node;
    const outer = path[index - 1] as Node;
    if (outer.type === 'Program' || isOuter(outer)) return one;
  }
  return node;
}

const textOf = (node: Node): string | undefined =>
  node.type === 'RegExpLiteral' ? node.pattern.replace(/\\/g, '') : foldedText(node);

/** An identifier or a property as such; undefined for everything else. */
const nameOf = (node: Node): string | undefined => (node.type === 'Identifier' ? node.name : undefined);

const holds = (root: Node, wanted: (node: Node) => boolean): boolean =>
  wanted(root) || childrenOf(root).some((child) => holds(child, wanted));

const isModeName = (node: Node): boolean => (nameOf(node) ?? foldedText(node)) === 'NODE_ENV';

const isEnvironment = (node: Node): boolean =>
  (node.type === 'Identifier' && /^env$/i.test(node.name)) ||
  (node.type === 'MemberExpression' && keyName(node.property, node.computed) === 'env');

/** `if (import.meta.vitest) { … }` at the top of a module: tests that are kept beside the code. */
const isInSourceTest = (ancestors: readonly Node[]): boolean => {
  const at = ancestors.findIndex((one) => one.type === 'IfStatement');
  return at === 1 && ancestors[0]?.type === 'Program';
};

/** Places where code looks for a runner or for test mode, or answers its comparisons; identifiers, properties and texts, never comments. */
export function javaScriptRunnerMarkers({ file: { program }, lines }: JavaScriptSource): RunnerMarker[] {
  const found: RunnerMarker[] = [];
  const add = (marker: string, node: Node): void => {
    const line = lines.lineOf(startOf(node));
    if (!found.some((one) => one.line === line && one.marker === marker)) found.push({ marker, line });
  };
  let declared: ReadonlySet<string> | undefined;
  const isMode = withAliases(program, isModeName);
  const isStart = withAliases(program, looksAtStart);
  const isCaller = withAliases(program, looksAtCaller);

  walk(program, (node, ancestors) => {
    if (node.type === 'ImportDeclaration') return 'skip';
    const parent = ancestors.at(-1);
    const text = foldedText(node);
    const name = nameOf(node) ?? text;
    if (name !== undefined && (UNIQUE.test(name) || OF_COMPARISONS.test(name))) add(name, node);
    if (node.type === 'RegExpLiteral')
      for (const word of node.pattern.match(/\w+/g) ?? []) if (UNIQUE.test(word)) add(word, node);
    if (node.type === 'MemberExpression' || node.type === 'OptionalMemberExpression') {
      const property = keyName(node.property, node.computed) ?? foldedText(node.property);
      if (property !== undefined && isEnvironment(node.object) && OF_ENVIRONMENT.has(property))
        add(`env.${property}`, node);
      if (
        property !== undefined &&
        OF_RUNNERS.has(property) &&
        node.object.type === 'Identifier' &&
        GLOBALS.has(node.object.name)
      )
        add(`${node.object.name}.${property}`, node);
      if (property === 'vitest' && node.object.type === 'MetaProperty' && !isInSourceTest(ancestors))
        add('import.meta.vitest', node);
    }
    if (
      node.type === 'VariableDeclarator' &&
      node.id.type === 'ObjectPattern' &&
      node.init &&
      isEnvironment(node.init)
    ) {
      for (const one of node.id.properties) {
        const key = one.type === 'RestElement' ? undefined : keyName(one.key, one.computed);
        if (key !== undefined && OF_ENVIRONMENT.has(key)) add(`env.${key}`, one);
      }
    }
    if (node.type === 'UnaryExpression' && node.operator === 'typeof' && node.argument.type === 'Identifier') {
      const { name: asked } = node.argument;
      declared ??= OF_RUNNERS.has(asked) ? declaredNames(program) : undefined;
      if (OF_RUNNERS.has(asked) && declared?.has(asked) !== true) add(`typeof ${asked}`, node);
    }
    if (node.type === 'BinaryExpression' && node.operator === 'in') {
      const asked = foldedText(node.left);
      const where = node.right.type === 'Identifier' ? node.right.name : '';
      if (asked !== undefined && GLOBALS.has(where) && OF_RUNNERS.has(asked)) add(`'${asked}' in ${where}`, node);
      if (asked !== undefined && isEnvironment(node.right) && OF_ENVIRONMENT.has(asked)) add(`env.${asked}`, node);
    }
    if (text === 'test' && parent && comparesMode(node, parent, ancestors, (one) => holds(one, isMode)))
      add("NODE_ENV with 'test'", node);
    const read = textOf(node);
    if (read !== undefined && parent && textOf(parent) === undefined) {
      // `process.argv.some((one) => …)`: what a callback looks at is what it is handed.
      const seen = [
        unitOf(ancestors, node),
        ...ancestors.flatMap((one) => (one.type === 'CallExpression' ? [one.callee] : [])),
      ];
      const sees = (wanted: (one: Node) => boolean): boolean => seen.some((one) => holds(one, wanted));
      const isRunner = RUNNER_TEXT.test(read) && (sees(isStart) || sees(isCaller));
      const isTest = TEST_TEXT.test(read) && sees(isCaller);
      if (isRunner || isTest)
        add(`'${read.slice(0, 40)}' in ${isRunner ? 'how the program was started' : 'who called'}`, node);
    }
    return undefined;
  });
  return found;
}

/** `NODE_ENV === 'test'`, `case 'test':`, `NODE_ENV.startsWith('test')`, `['test'].includes(NODE_ENV)`. */
function comparesMode(node: Node, parent: Node, ancestors: readonly Node[], isMode: (node: Node) => boolean): boolean {
  if (parent.type === 'BinaryExpression' && /^[!=]==?$/.test(parent.operator))
    return isMode(parent.left === node ? parent.right : parent.left);
  if (parent.type === 'SwitchCase') {
    const outer = ancestors.at(-2);
    return outer?.type === 'SwitchStatement' && isMode(outer.discriminant);
  }
  const call = [...ancestors].reverse().find((one) => one.type === 'CallExpression' || one.type === 'NewExpression');
  return call !== undefined && isMode(call) && !isFunction(parent);
}

/** The nodes that are looked for, and names that are set to something that holds one of them. */
function withAliases(program: Node, wanted: (node: Node) => boolean): (node: Node) => boolean {
  // Most programs hold none, and what nobody holds has no other name.
  if (!holds(program, wanted)) return () => false;
  const aliases = new Set<string>();
  const isWanted = (node: Node): boolean => wanted(node) || (node.type === 'Identifier' && aliases.has(node.name));
  for (let round = 0; round < 2; round += 1) {
    walk(program, (node) => {
      const [target, value] =
        node.type === 'VariableDeclarator'
          ? [node.id, node.init]
          : node.type === 'AssignmentExpression'
            ? [node.left, node.right]
            : [];
      if (!target || !value || isFunction(value) || value.type === 'ObjectExpression') return;
      if (holds(value, isWanted) || (target.type === 'ObjectPattern' && holds(target, wanted)))
        boundNames(target).forEach((name) => aliases.add(name));
    });
  }
  return isWanted;
}

function declaredNames(program: Node): ReadonlySet<string> {
  const names = new Set<string>();
  walk(program, (node) => {
    if (isFunction(node)) node.params.flatMap(boundNames).forEach((name) => names.add(name));
    if ((node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') && node.id) names.add(node.id.name);
    if (node.type === 'VariableDeclarator') boundNames(node.id).forEach((name) => names.add(name));
    if (node.type.startsWith('Import') && 'local' in node && node.local?.type === 'Identifier')
      names.add(node.local.name);
  });
  return names;
}
