import { keyName, unwrap, type Node } from '../syntax.js';

const STARTED = new Set(['argv', 'argv0', 'execArgv', 'mainModule']);
const CALL_SITES = new Set([
  'prepareStackTrace',
  'getFileName',
  'getScriptNameOrSourceURL',
  'getCallSites',
  'getCallSite',
]);
const ERROR_NAME = /err|exception|^ex?$|trace/i;

const memberName = (node: Node): string | undefined =>
  node.type === 'MemberExpression' || node.type === 'OptionalMemberExpression'
    ? keyName(node.property, node.computed)
    : undefined;

/** `argv`, `execArgv`, `require.main`, `require.cache`: how the program was started and what it loaded. */
export function looksAtStart(node: Node): boolean {
  if (node.type === 'Identifier') return STARTED.has(node.name);
  const name = memberName(node);
  if (name === undefined || !('object' in node) || !node.object) return false;
  const ofRequire = node.object.type === 'Identifier' && node.object.name === 'require';
  return STARTED.has(name) || (ofRequire && (name === 'main' || name === 'cache'));
}

/** `new Error().stack`, `error.stack`, call sites: who called. The stack of a parser is none. */
export function looksAtCaller(node: Node): boolean {
  if (node.type === 'Identifier') return CALL_SITES.has(node.name);
  if (memberName(node) !== 'stack' || !('object' in node) || !node.object) return false;
  const owner = unwrap(node.object);
  if (owner.type === 'NewExpression' || owner.type === 'CallExpression')
    return owner.callee.type === 'Identifier' && ERROR_NAME.test(owner.callee.name);
  return owner.type === 'Identifier' && ERROR_NAME.test(owner.name);
}
