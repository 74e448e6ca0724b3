import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** In the environment of every agent, so that what it leaves running is known for its own. */
export const RUN_MARK = 'TEC_RUN_ID';

function isOfRun(pid: string, entry: Buffer): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`).includes(entry);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Gone meanwhile, or somebody else's: neither is ours to end.
    if (code === 'ENOENT' || code === 'ESRCH' || code === 'EACCES' || code === 'EPERM') return false;
    throw error;
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/**
 * Ends what agents of this run left behind: daemons that took a session of their own, and agents of an attempt that was
 * killed. Asks again until a look finds none, since one may start another meanwhile. Without /proc (macOS) only the
 * process group of an agent is ended.
 */
export function endLeftProcesses(runId: string): void {
  if (!existsSync('/proc/self/environ')) return;
  const entry = Buffer.from(`\0${RUN_MARK}=${runId}\0`);
  for (let look = 0; look < 10; look += 1) {
    const left = readdirSync('/proc').filter(
      (pid) => /^\d+$/.test(pid) && Number(pid) !== process.pid && isOfRun(pid, entry),
    );
    if (left.length === 0) return;
    for (const pid of left) end(Number(pid));
  }
}
