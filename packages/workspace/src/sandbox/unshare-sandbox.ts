import { randomUUID } from 'node:crypto';
import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  SandboxError,
  type Sandbox,
  type SandboxGuarantees,
  type SandboxRequest,
  type SandboxResult,
} from '@typed-evidence-chain/core';
import { assetPath, assetText } from './asset.js';
import { findGroupParents } from './control-groups.js';
import { addFolders, copyTree } from './copy-tree.js';
import { placeDependencies } from './dependency-places.js';
import { encodeFstab } from './fstab.js';
import { readHostView, type HostView } from './host-view.js';
import { INSIDE, insidePaths } from './inside-paths.js';
import { outSizeWatch } from './out-size-watch.js';
import { childrenOf, killNow } from './process-tree.js';
import { asSandboxError, checkPlaces } from './request-faults.js';
import { runEnvironment } from './run-environment.js';
import { openRunLimits } from './run-limits.js';
import { decideOutcome, readStages, toResult, type StageReport } from './run-outcome.js';
import type { SandboxOptions } from './sandbox-options.js';
import { SkeletonStore } from './skeleton.js';
import { supervise } from './supervise.js';
import { tinyTree } from './tiny-tree.js';
import { planUnshare } from './unshare-plan.js';
import { openWorkingFolder } from './working-folder.js';

/** Root of tec is an ordinary user inside; anybody else keeps the own id. */
const USER_FOR_ROOT = 1000;
const SETUP_PATH = '/usr/sbin:/usr/bin:/sbin:/bin:/usr/local/sbin:/usr/local/bin';

const UNSHARE = 'unshare --user --map-root-user --mount --pid --fork --kill-child=KILL --ipc --uts --cgroup'.split(' ');

interface Features {
  readonly treeMode: 'overlay' | 'copy';
  readonly loopback: boolean;
}

/**
 * Linux namespaces by the tools of util-linux (2.36 or later): user, mount, process, network, IPC, host name and
 * control group. The command sees a root of its own, made from an allow-list; the tree is an overlay whose changes
 * live in memory and are gone after the run.
 */
export class UnshareSandbox implements Sandbox {
  readonly name = 'unshare';
  readonly guarantees: SandboxGuarantees;
  private readonly skeletons: SkeletonStore;
  private readonly groupParents = findGroupParents();

  private constructor(
    private readonly working: string,
    private readonly view: HostView,
    private readonly features: Features,
  ) {
    this.skeletons = new SkeletonStore(join(working, 'roots'));
    this.guarantees = { filesystem: true, network: true, processes: true, loopback: features.loopback };
  }

  /** Finds out by runs what this machine can do. Throws `SandboxError` when no run succeeds. */
  static async open(options: SandboxOptions = {}): Promise<UnshareSandbox> {
    const working = openWorkingFolder(options.scratch);
    const view = readHostView(options.hostEnv ?? process.env, [working, ...(options.hide ?? [])]);
    const errors: unknown[] = [];
    for (const treeMode of options.copyTrees ? (['copy'] as const) : (['overlay', 'copy'] as const)) {
      const candidate = new UnshareSandbox(working, view, { treeMode, loopback: true });
      try {
        const loopback = await candidate.tryTree();
        return loopback ? candidate : new UnshareSandbox(working, view, { treeMode, loopback });
      } catch (error) {
        // The next way to lay out a tree may work; all reasons are told when none does.
        errors.push(error);
      }
    }
    throw new SandboxError('sandbox/failed', `unshare: ${errors.map(reasonOf).join('; ')}`, { cause: errors.at(-1) });
  }

  readonly run = async (request: SandboxRequest): Promise<SandboxResult> => (await this.runStages(request)).result;

  private async runStages(request: SandboxRequest): Promise<{ result: SandboxResult; stages: StageReport }> {
    checkPlaces(request);
    const paths = insidePaths(request);
    const [command, ...args] = request.command(paths);
    if (command === undefined) throw new SandboxError('sandbox/failed', 'There is no command to run');
    const id = randomUUID();
    const files = {
      first: join(this.working, `${id}.first`),
      rest: join(this.working, `${id}.rest`),
      copy: join(this.working, `${id}.tree`),
    };
    const checkout = await request.tree.directory();
    const dependencies = await placeDependencies(checkout, request.dependencies);
    const limits = openRunLimits(request.limits, this.groupParents);
    try {
      if (this.features.treeMode === 'copy') {
        await copyTree(checkout, files.copy);
        await addFolders(
          files.copy,
          dependencies.map(({ path }) => path),
        );
      }
      const isRoot = process.getuid?.() === 0;
      const userId = isRoot ? USER_FOR_ROOT : (process.getuid?.() ?? USER_FOR_ROOT);
      const plan = planUnshare({
        view: this.view,
        request,
        treeMode: this.features.treeMode,
        treeFolder: this.features.treeMode === 'copy' ? files.copy : checkout,
        dependencies,
        userId,
        tmpfsMb: limits.tmpfsMb,
      });
      const root = await this.skeletons.open(plan.skeleton);
      const mounts = plan.mounts(root);
      await writeFile(files.first, encodeFstab(mounts.first, this.view.mounts));
      await writeFile(files.rest, encodeFstab(mounts.rest, this.view.mounts));

      const env = runEnvironment(request, paths, this.view.toolchains);
      const folder = join(INSIDE.tree, request.cwd ?? '');
      const outWatch = outSizeWatch(request);
      const ended = await supervise({
        argv: [
          'sh',
          assetPath('sandbox-launch.sh'),
          ...UNSHARE,
          ...(request.network ? [] : ['--net']),
          '--',
          'sh',
          assetPath('sandbox-root.sh'),
          ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
          // env(1) would take a name with an equals sign for a variable.
          ...(command.includes('=') ? ['sh', '-c', 'exec "$@"', 'sh'] : []),
          command,
          ...args,
        ],
        env: {
          PATH: SETUP_PATH,
          LC_ALL: 'C',
          ...limits.launchEnv,
          TEC_ROOT: root,
          TEC_FSTAB0: files.first,
          TEC_FSTAB: files.rest,
          TEC_FOLDERS: plan.workFolders.join(' '),
          TEC_STAMPED: plan.stamped.join(' '),
          TEC_MTIME: String(Math.floor((await stat(checkout)).mtimeMs / 1000)),
          TEC_READONLY: this.view.innerMounts.map((path) => root + path).join('\n'),
          TEC_LOOPBACK: request.network ? 'no' : 'yes',
          TEC_USER: String(userId),
          TEC_START: assetText('sandbox-start.sh'),
          TEC_FOLDER: folder,
          TEC_COMMAND: command,
          TEC_PATH: env.PATH ?? '',
          TEC_NPROC: limits.nproc,
        },
        stages: true,
        request,
        limits: request.limits,
        kill: killNamespace,
        sample: (pid) => limits.sample(pid) ?? outWatch(),
        settle: async () => undefined,
      });
      const stages = readStages(ended.status);
      const outcome = decideOutcome(ended, stages, limits.reached(), command, folder);
      return { result: toResult(outcome, ended), stages };
    } catch (error) {
      throw asSandboxError(error);
    } finally {
      await limits.close();
      for (const file of Object.values(files)) await rm(file, { recursive: true, force: true });
    }
  }

  /** Runs a command that changes its tree in every way; resolves to whether the loopback interface is up. */
  private async tryTree(): Promise<boolean> {
    const tree = await tinyTree(join(this.working, 'tiny'));
    const script =
      'set -e; test "$(cat folder/file)" = content; rm -r folder; mkdir folder; echo new >folder/new; ' +
      'mv folder moved; test ! -e folder; echo more >>moved/new; chmod 700 moved; test -z "$(ls -A "$HOME")"';
    const { result, stages } = await this.runStages({
      tree,
      dependencies: [],
      command: () => ['sh', '-c', script],
      limits: { timeoutMs: 20_000, memoryMb: 256, pids: 64, outputMb: 1 },
    });
    if (result.outcome.kind !== 'exited' || result.outcome.code !== 0) {
      throw new SandboxError('sandbox/failed', `A trial run failed: ${result.stderr.toString('utf8').trim()}`);
    }
    return !stages.text.includes('loopback is down');
  }
}

/** Ends process 1 of the namespace, and with it everything inside; `unshare` ends when the kernel is through. */
function killNamespace(pid: number): void {
  const children = childrenOf(pid);
  // Before there is a namespace, the outermost process is all there is.
  for (const target of children.length > 0 ? children : [pid]) killNow(target);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const status = error instanceof SandboxError ? (error.details as { status?: string } | undefined)?.status : undefined;
  return status === undefined || status === '' ? error.message : `${error.message} (${status})`;
}
