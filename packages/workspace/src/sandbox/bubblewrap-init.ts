import { setTimeout as sleep } from 'node:timers/promises';
import { SandboxError } from '@typed-evidence-chain/core';
import { killNow, processStat, waitUntilGone } from './process-tree.js';

const ANSWER_MS = 1000;
const GONE_MS = 5000;

/**
 * Process 1 of a run of bwrap. bwrap ends as soon as the command has; the rest dies a moment later with process 1, which
 * `--json-status-fd` names.
 */
export class BubblewrapInit {
  private known: { readonly pid: number; readonly started: string } | undefined;

  /** Its process id on the host, while it lives. */
  find(status: string): number | undefined {
    const pid = Number(/"child-pid": (\d+)/.exec(status)?.[1] ?? 0);
    const started = pid === 0 ? undefined : processStat(pid)?.started;
    if (started === undefined) return undefined;
    // An id can be given to a new process later on; that one is not ours.
    this.known ??= { pid, started };
    return this.known.started === started ? pid : undefined;
  }

  /** Ends it, and resolves when the kernel has ended everything below it. */
  async end(status: () => string): Promise<void> {
    const deadline = performance.now() + ANSWER_MS;
    while (!status().includes('"child-pid"') && !status().includes('bwrap:') && performance.now() < deadline)
      await sleep(2);
    const pid = this.find(status());
    if (pid === undefined || this.known === undefined) return;
    killNow(pid);
    if (!(await waitUntilGone([this.known], GONE_MS))) {
      throw new SandboxError('sandbox/failed', 'Processes of a run do not end', { details: { pid } });
    }
  }
}
