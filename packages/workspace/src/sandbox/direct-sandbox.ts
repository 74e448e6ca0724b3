import { readFileSync, statSync } from 'node:fs';
import { mkdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  RunAbortedError,
  SandboxError,
  type Sandbox,
  type SandboxGuarantees,
  type SandboxPaths,
  type SandboxRequest,
  type SandboxResult,
} from '@typed-evidence-chain/core';
import { addFolders, copyTree } from './copy-tree.js';
import { placeDependencies, type DependencyPlace } from './dependency-places.js';
import { linkDependencies } from './link-dependencies.js';
import { Mutex } from './mutex.js';
import { outSizeWatch } from './out-size-watch.js';
import { allProcesses, descendantsOf, killNow } from './process-tree.js';
import { asSandboxError, checkPlaces } from './request-faults.js';
import { runEnvironment } from './run-environment.js';
import { findBreach } from './run-limits.js';
import type { SandboxOptions } from './sandbox-options.js';
import { supervise, type Ended } from './supervise.js';
import { findToolchains } from './toolchains.js';
import { openWorkingFolder } from './working-folder.js';

const SETTLE_MS = 2000;
const SETTLE_STEP_MS = 5;

/**
 * No sandbox: the command runs as the user of tec and can do what that user can. What is kept: a fresh copy of the tree
 * at one path for all runs (so they take turns), a fresh HOME and temporary folder, an environment of our own, limits by
 * looking from outside, and an end to every process that can be found.
 */
export class DirectSandbox implements Sandbox {
  readonly name = 'none';
  readonly guarantees: SandboxGuarantees = { filesystem: false, network: false, processes: false, loopback: true };
  private readonly turns = new Mutex();
  private readonly base: string;
  private readonly hostEnv: NodeJS.ProcessEnv;

  constructor(options: SandboxOptions = {}) {
    this.base = join(openWorkingFolder(options.scratch), 'direct');
    this.hostEnv = options.hostEnv ?? process.env;
  }

  readonly run = (request: SandboxRequest): Promise<SandboxResult> => this.turns.run(() => this.runAlone(request));

  private async runAlone(request: SandboxRequest): Promise<SandboxResult> {
    if (request.signal?.aborted) throw new RunAbortedError(request.signal.reason);
    checkPlaces(request);
    const paths = await this.layOut(request);
    try {
      const [command, ...args] = request.command(paths);
      if (command === undefined) throw new SandboxError('sandbox/failed', 'There is no command to run');
      const cwd = join(paths.tree, request.cwd ?? '');
      if (!statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) return notStarted(`There is no folder ${cwd}`);
      const outWatch = outSizeWatch(request);
      const ended = await supervise({
        argv: [command, ...args],
        env: runEnvironment(request, paths, findToolchains(this.hostEnv)),
        cwd,
        stages: false,
        request,
        limits: request.limits,
        kill: (pid) => this.killAll(pid, paths.home),
        sample: (pid) => findBreach(pid, request.limits.memoryMb, request.limits.pids) ?? outWatch(),
        settle: (pid) => this.settle(pid, paths.home),
      }).catch((error: NodeJS.ErrnoException) => {
        if (error.syscall?.startsWith('spawn') && (error.code === 'ENOENT' || error.code === 'EACCES'))
          return undefined;
        throw error;
      });
      return ended === undefined ? notStarted(`There is no command ${command}`) : toDirectResult(ended);
    } catch (error) {
      throw asSandboxError(error);
    } finally {
      await this.clear();
    }
  }

  /** The folders of one run, always at the same place. */
  private async layOut(request: SandboxRequest): Promise<SandboxPaths> {
    await this.clear();
    const at = (name: string) => join(this.base, name);
    const checkout = await request.tree.directory();
    await copyTree(checkout, at('tree'));
    const dependencies: readonly DependencyPlace[] = await placeDependencies(checkout, request.dependencies);
    await addFolders(
      at('tree'),
      dependencies.map(({ path }) => path),
    );
    for (const { path, source } of dependencies) await linkDependencies(source, join(at('tree'), path));
    for (const name of ['home', 'tmp', 'mounts']) await mkdir(at(name), { recursive: true });
    const mounts: Record<string, string> = {};
    for (const [name, source] of Object.entries(request.mounts ?? {})) {
      mounts[name] = join(at('mounts'), name);
      await symlink(source, mounts[name]);
    }
    if (request.out !== undefined) await symlink(request.out, at('out'));
    return {
      tree: at('tree'),
      home: at('home'),
      tmp: at('tmp'),
      mounts,
      ...(request.out === undefined ? {} : { out: at('out') }),
    };
  }

  private async clear(): Promise<void> {
    await rm(this.base, { recursive: true, force: true, maxRetries: 5 });
  }

  /** The group, the descendants, and what left both but still has our HOME in its environment. */
  private killAll(pid: number, home: string): void {
    for (const target of [-pid, ...descendantsOf(pid), ...processesWithHome(home)]) killNow(target);
  }

  private async settle(pid: number, home: string): Promise<void> {
    const deadline = performance.now() + SETTLE_MS;
    do {
      this.killAll(pid, home);
      await sleep(SETTLE_STEP_MS);
    } while (processesWithHome(home).length > 0 && performance.now() < deadline);
  }
}

/** Only one run at a time has this HOME, so whoever has it belongs to the run. */
function processesWithHome(home: string): number[] {
  return allProcesses().filter((pid) => {
    if (pid === process.pid) return false;
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`HOME=${home}`);
    } catch {
      // Gone meanwhile, or another user's: not one of ours.
      return false;
    }
  });
}

function notStarted(reason: string): SandboxResult {
  const empty = Buffer.alloc(0);
  return { outcome: { kind: 'not-started', reason }, stdout: empty, stderr: empty, truncated: false, durationMs: 0 };
}

function toDirectResult(ended: Ended): SandboxResult {
  const { stopped, code, signal, stdout, stderr, truncated, durationMs } = ended;
  const outcome =
    stopped === 'timed-out'
      ? ({ kind: 'timed-out' } as const)
      : stopped !== undefined
        ? ({ kind: 'limit', limit: stopped } as const)
        : signal !== null
          ? ({ kind: 'signalled', signal } as const)
          : ({ kind: 'exited', code: code ?? 0 } as const);
  return { outcome, stdout, stderr, truncated, durationMs };
}
