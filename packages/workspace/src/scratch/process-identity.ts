import { readFileSync, readlinkSync } from 'node:fs';

/** Tells a process from a later one of the same id. Only `pid` is known where there is no /proc. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Clock ticks since the boot (field 22 of /proc/PID/stat, proc(5)). */
  readonly startTime?: string | undefined;
  readonly bootId?: string | undefined;
  /** Process ids mean nothing in another namespace, such as that of a container. */
  readonly pidNamespace?: string | undefined;
}

export function currentProcess(): ProcessIdentity {
  return {
    pid: process.pid,
    startTime: processStat(process.pid)?.startTime,
    bootId: orUnknown(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    pidNamespace: orUnknown(() => readlinkSync('/proc/self/ns/pid')),
  };
}

/** True only where the process is certainly gone. */
export function isGone(owner: ProcessIdentity, here: ProcessIdentity = currentProcess()): boolean {
  if (owner.bootId !== undefined && here.bootId !== undefined && owner.bootId !== here.bootId) return true;
  if (owner.pidNamespace !== here.pidNamespace) return false;
  if (!exists(owner.pid)) return true;
  const stat = processStat(owner.pid);
  if (stat === undefined) return false;
  return stat.ended || (owner.startTime !== undefined && owner.startTime !== stat.startTime);
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it is there, and it is somebody else's.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

function processStat(pid: number): { readonly startTime: string | undefined; readonly ended: boolean } | undefined {
  const stat = orUnknown(() => readFileSync(`/proc/${pid}/stat`, 'latin1'));
  if (stat === undefined) return undefined;
  // The second field is the command in parentheses, and may hold spaces and parentheses.
  const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { startTime: rest[18], ended: state === 'Z' || state === 'X' };
}

function orUnknown<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    // No /proc (macOS, Windows) or a hidden one: the caller then knows less and removes less.
    return undefined;
  }
}
