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

export function openRunLimits(limits: SandboxLimits, parents: GroupParents | undefined): RunLimits {
  const group: ControlGroup | undefined =
    parents && createGroup(parents, { memoryMb: limits.memoryMb, pids: limits.pids + OVERHEAD_PIDS });
  const isRoot = process.getuid?.() === 0;
  const watch = (pid: number): Breach | undefined => {
    const usage = usageOf([pid, ...descendantsOf(pid)]);
    if (usage.memoryKb > limits.memoryMb * 1024) return 'memory';
    return usage.threads > limits.pids + OVERHEAD_PIDS ? 'pids' : undefined;
  };
  return {
    launchEnv: {
      TEC_CGROUP_PROCS: group?.procs.join('\n') ?? '',
      TEC_FILE_BLOCKS: String(Math.max(limits.memoryMb, 1024) * 2048),
      TEC_DATA_KB: group === undefined ? String(limits.memoryMb * 1024) : '',
    },
    // The kernel exempts root from RLIMIT_NPROC, also in a namespace.
    nproc: group === undefined && !isRoot && countsByNamespace() ? String(limits.pids + OVERHEAD_PIDS) : '',
    // Memory of a tmpfs is counted by a control group; without one it has to be bounded by its size.
    tmpfsMb: Math.max(16, Math.floor(limits.memoryMb / (group === undefined ? 4 : 1))),
    sample: (pid) => group?.breach() ?? watch(pid),
    reached: () => group?.breach(),
    close: async () => group?.remove(),
  };
}
