import { RUN_MARK } from './end-left-processes.js';

/**
 * An agent is a program of the user's own and needs the user's settings and keys; the code under test never sees them.
 * `GIT_*` stays out: in a hook it points at the user's repository.
 */
export function agentEnvironment(
  host: NodeJS.ProcessEnv,
  runId: string,
  added: Readonly<Record<string, string>>,
): NodeJS.ProcessEnv {
  const own = Object.fromEntries(Object.entries(host).filter(([name]) => !/^GIT_/i.test(name) && name !== RUN_MARK));
  // After others: it is looked for between two zero bytes.
  return { ...own, ...added, [RUN_MARK]: runId };
}
