import type { ServiceIdentifier } from 'inversify';
import { Tokens } from '../container/tokens.js';
import { PluginError } from '../errors/chain-error.js';

/** What a plugin may not replace: the bus belongs to the host, and every listener hangs on it. */
const FIXED: ReadonlySet<unknown> = new Set([Tokens.EventBus]);
const PORTS = Object.entries(Tokens).filter(([, token]) => !FIXED.has(token));

/** Pure. A token in words: the name of a port, of a class or of a symbol. */
export function tokenName(token: ServiceIdentifier): string {
  const port = PORTS.find(([, candidate]) => candidate === token)?.[0];
  return port === undefined ? String(typeof token === 'function' ? token.name : token) : `Tokens.${port}`;
}

/** Throws `PluginError` for a binding that replaces what no chain asks for: it would have no effect, and say nothing. */
export function assertReplaceable(token: ServiceIdentifier, plugin: string): void {
  if (PORTS.some(([, candidate]) => candidate === token)) return;
  throw new PluginError('plugin/invalid', `The plugin ${plugin} replaces ${tokenName(token)}, which is no port`, {
    field: 'bindings',
    remedy: `Replace one of Tokens: ${PORTS.map(([name]) => name).join(', ')}; leave \`replaces\` out for a private service`,
  });
}
