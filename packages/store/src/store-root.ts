import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

/**
 * Where runs are kept: what the configuration or a flag says (relative to `from`), else below the user's state
 * directory (XDG Base Directory Specification: `$XDG_STATE_HOME`, which has to be absolute, or `~/.local/state`).
 */
export function storeRoot(configured?: string, from = process.cwd(), env: NodeJS.ProcessEnv = process.env): string {
  if (configured !== undefined && configured !== '') return resolve(from, configured);
  const state = env['XDG_STATE_HOME'];
  const base = state !== undefined && isAbsolute(state) ? state : join(env['HOME'] ?? homedir(), '.local', 'state');
  return join(base, 'tec', 'runs');
}
