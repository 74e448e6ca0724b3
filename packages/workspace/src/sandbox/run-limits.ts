import { release } from 'node:os';
import type { SandboxLimits } from '@typed-evidence-chain/core';
import { createGroup, type ControlGroup, type GroupParents } from './control-groups.js';
import { descendantsOf, usageOf } from './process-tree.js';
import type { Breach } from './supervise.js';

/** How the limits of one run are kept: by the kernel where it can count for us, and by looking from outside. */
export interface RunLimits {
  /** For sandbox-launch.sh. */
  readonly launchEnv: Readonly<Record<string, string>>;
  /** For sandbox-start.sh: processes of the user, or empty. */
  readonly nproc: string;
  /** Size of each of the private file systems, in MiB. */
  readonly tmpfsMb: number;
  /** The limit that has been reached so far, if any; `pid` is the outermost process of the run. */
  readonly sample: (pid: number) => Breach | undefined;
  /** As `sample`, when the processes are gone. */
  readonly reached: () => Breach | undefined;
  readonly close: () => Promise<void>;
}

/** Processes of the sandbox itself that are counted with those of the command. */
const OVERHEAD_PIDS = 4;

/** From Linux 5.14 on, RLIMIT_NPROC counts the processes of a user namespace, not all of the user. */
function countsByNamespace(): boolean {
  const [major = 0, minor = 0] = release().split('.').map(Number);
  return major > 5 || (major === 5 && minor >= 14);
}

/** Looks at a process and all below it. */
export function findBreach(pid: number, memoryMb: number, pids: number): Breach | undefined {
  const processes = [pid, ...descendantsOf(pid, pids)];
  if (processes.length > pids) return 'pids';
  const usage = usageOf(processes);
  if (usage.memoryKb > memoryMb * 1024) return 'memory';
  return usage.threads > pids ? 'pids' : undefined;
}

export function openRunLimits(limits: SandboxLimits, parents: GroupParents | undefined): RunLimits {
  const group: ControlGroup | undefined =
    parents && createGroup(parents, { memoryMb: limits.memoryMb, pids: limits.pids + OVERHEAD_PIDS });
  const isRoot = process.getuid?.() === 0;
  const mostPids = limits.pids + OVERHEAD_PIDS;
  return {
    launchEnv: {
      TEC_CGROUP_PROCS: group?.procs.join('\n') ?? '',
      TEC_FILE_BLOCKS: String(Math.max(limits.memoryMb, 1024) * 2048),
      // A brake for what grows faster than we look; the limit itself is kept by looking.
      TEC_DATA_KB: group === undefined ? String(limits.memoryMb * 1536) : '',
    },
    // The kernel exempts root from RLIMIT_NPROC, also in a namespace. A brake again, so above the limit: a fork that
    // fails is not counted anywhere, and a run that stays just below could not be told from a lively one.
    nproc: group === undefined && !isRoot && countsByNamespace() ? String(2 * limits.pids + OVERHEAD_PIDS) : '',
    // Memory of a tmpfs is counted by a control group; without one it has to be bounded by its size.
    tmpfsMb: Math.max(16, Math.floor(limits.memoryMb / (group === undefined ? 4 : 1))),
    // Looking from outside counts a page for each process that shares it, so the kernel has the word where it counts.
    sample: (pid) => (group === undefined ? findBreach(pid, limits.memoryMb, mostPids) : group.breach()),
    reached: () => group?.breach(),
    close: async () => group?.remove(),
  };
}
