import type { SandboxPaths, SandboxRequest } from '@typed-evidence-chain/core';
import type { Toolchains } from './toolchains.js';

/**
 * The whole environment of a command: this small set and what the request adds. `CI=true` keeps test runners from
 * watching files, asking questions and writing new snapshots.
 */
export function runEnvironment(
  request: SandboxRequest,
  paths: SandboxPaths,
  toolchains: Pick<Toolchains, 'path' | 'env'>,
): Record<string, string> {
  return {
    PATH: toolchains.path.join(':'),
    HOME: paths.home,
    TMPDIR: paths.tmp,
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    CI: 'true',
    USER: 'tec',
    LOGNAME: 'tec',
    SHELL: '/bin/sh',
    TERM: 'dumb',
    NO_COLOR: '1',
    npm_config_offline: 'true',
    npm_config_update_notifier: 'false',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_cache: `${paths.tmp}/.npm`,
    PYTHONDONTWRITEBYTECODE: '1',
    ...toolchains.env,
    ...request.env?.(paths),
  };
}
