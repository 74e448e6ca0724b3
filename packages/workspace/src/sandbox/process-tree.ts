import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The text of a file below /proc, or undefined where the process is gone (or is not ours to look at). */
function readProc(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // A process can end between being listed and being read: that is an answer, not a fault.
    return undefined;
  }
}

function listProc(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    // As above.
    return [];
  }
}

/** Parent and start time (clock ticks since boot) of a process; undefined when it is gone or a zombie. */
export function processStat(pid: number): { readonly parent: number; readonly started: string } | undefined {
  const stat = readProc(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // The name, in parentheses, can hold anything: fields are counted from the last parenthesis.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
  return { parent: Number(fields[1]), started: fields[19] ?? '' };
}

/** All process ids of this machine that /proc shows. */
export function allProcesses(): number[] {
  return listProc('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

/** Direct children. The kernel's own list where it has one, else found by the parent of every process. */
export function childrenOf(pid: number): number[] {
  const children: number[] = [];
  let listed = false;
  for (const thread of listProc(`/proc/${pid}/task`)) {
    const text = readProc(`/proc/${pid}/task/${thread}/children`);
    if (text === undefined) continue;
    listed = true;
    children.push(...text.split(' ').filter(Boolean).map(Number));
  }
  return listed ? children : allProcesses().filter((candidate) => processStat(candidate)?.parent === pid);
}

/**
 * Children, their children, and so on; not `pid` itself. Stops soon after `most` were found: a fork bomb can grow
 * faster than it can be looked at.
 */
export function descendantsOf(pid: number, most = 10_000): number[] {
  const found: number[] = [];
  const queue = [pid];
  for (let next = queue.pop(); next !== undefined && found.length <= most; next = queue.pop()) {
    const children = childrenOf(next);
    found.push(...children);
    queue.push(...children);
  }
  return found;
}

/** What processes use: anonymous and shared memory in KiB (not files in the page cache), and threads. */
export function usageOf(pids: readonly number[]): { readonly memoryKb: number; readonly threads: number } {
  let memoryKb = 0;
  let threads = 0;
  for (const pid of pids) {
    const status = readProc(`/proc/${pid}/status`);
    if (status === undefined) continue;
    for (const [, name, value] of status.matchAll(/^(RssAnon|RssShmem|Threads):\s+(\d+)/gm)) {
      if (name === 'Threads') threads += Number(value);
      else memoryKb += Number(value);
    }
  }
  return { memoryKb, threads };
}

/** Sends SIGKILL; a process that is already gone is fine. A negative id means the whole process group. */
export function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Resolves to true when none of the processes is left, to false when some still are after `timeoutMs`. */
export async function waitUntilGone(
  processes: readonly { readonly pid: number; readonly started: string }[],
  timeoutMs: number,
): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  // Ids are used again: the start time tells whether it is still the same process.
  while (processes.some(({ pid, started }) => processStat(pid)?.started === started)) {
    if (performance.now() > deadline) return false;
    await sleep(2);
  }
  return true;
}
