/**
 * An agent is a program of the user's own and needs the user's settings and keys; the code under test never sees them.
 * `GIT_*` stays out: in a hook it points at the user's repository.
 */
export function agentEnvironment(host: NodeJS.ProcessEnv, added: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const own = Object.fromEntries(Object.entries(host).filter(([name]) => !/^GIT_/i.test(name)));
  return { ...own, ...added };
}
