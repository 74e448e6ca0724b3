import { devNull } from 'node:os';

/**
 * Settings that win over every configuration file: nothing of a repository's configuration may run a program, reach
 * the network or change bytes. `safe.directory`: the user named the repository, and nothing in it is executed.
 */
export const NEUTRAL_CONFIG: readonly string[] = [
  'safe.directory=*',
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.untrackedCache=false',
  `core.attributesFile=${devNull}`,
  `core.excludesFile=${devNull}`,
  'core.autocrlf=false',
  'core.safecrlf=false',
  'core.quotePath=false',
  'core.pager=cat',
  'protocol.allow=never',
  'gc.auto=0',
  'maintenance.auto=false',
].flatMap((setting) => ['-c', setting]);

/**
 * The environment of every git process. No `GIT_*` variable of the host goes in: in a hook they point at another
 * repository, and others run programs. HOME is no folder, so that no file of the user's is read.
 */
export function gitEnvironment(host: NodeJS.ProcessEnv): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(host)) {
    if (value !== undefined && !/^(?:GIT_|LC_|LANG$|LANGUAGE$|HOME$|XDG_)/iu.test(name)) env[name] = value;
  }
  return {
    ...env,
    LC_ALL: 'C',
    HOME: devNull,
    XDG_CONFIG_HOME: devNull,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: devNull,
    GIT_ATTR_NOSYSTEM: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    // Unlike protocol.allow, this wins over `protocol.<name>.allow` of a repository.
    GIT_ALLOW_PROTOCOL: 'none',
  };
}
