import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import {
  SandboxError,
  type Sandbox,
  type SandboxGuarantees,
  type SandboxRequest,
  type SandboxResult,
} from '@typed-evidence-chain/core';
import { assetPath, assetText } from './asset.js';
import { bubblewrapArgs } from './bubblewrap-args.js';
import { BubblewrapInit } from './bubblewrap-init.js';
import { findGroupParents } from './control-groups.js';
import { addFolders, copyTree } from './copy-tree.js';
import { placeDependencies } from './dependency-places.js';
import { readHostView, type HostView } from './host-view.js';
import { INSIDE, insidePaths } from './inside-paths.js';
import { outSizeWatch } from './out-size-watch.js';
import { killNow } from './process-tree.js';
import { asSandboxError, checkPlaces } from './request-faults.js';
import { runEnvironment } from './run-environment.js';
import { openRunLimits } from './run-limits.js';
import { decideOutcome, readStages, toResult } from './run-outcome.js';
import type { SandboxOptions } from './sandbox-options.js';
import { SkeletonStore } from './skeleton.js';
import { supervise } from './supervise.js';
import { userFiles } from './unshare-plan.js';
import { openWorkingFolder } from './working-folder.js';

const USER_FOR_ROOT = 1000;
const SETUP_PATH = '/usr/sbin:/usr/bin:/sbin:/bin:/usr/local/sbin:/usr/local/bin';

/** Absolute path of a program on a search path, or undefined. */
function which(name: string, path: string): string | undefined {
  const folders = path.split(delimiter).filter((folder) => folder.startsWith('/'));
  return folders.map((folder) => join(folder, name)).find((candidate) => existsSync(candidate));
}

/**
 * The same promises by bwrap(1), version 0.8 or later. The tree is copied for each run. From 0.11 on dependency folders
 * are overlays; before that they are read-only but for the caches in them.
 */
export class BubblewrapSandbox implements Sandbox {
  readonly name = 'bubblewrap';
  readonly guarantees: SandboxGuarantees = { filesystem: true, network: true, processes: true, loopback: true };
  private readonly skeletons: SkeletonStore;
  private readonly groupParents = findGroupParents();

  private constructor(
    private readonly bwrap: string,
    private readonly overlayDependencies: boolean,
    private readonly working: string,
    private readonly view: HostView,
  ) {
    this.skeletons = new SkeletonStore(join(working, 'roots'));
  }

  /** Throws `SandboxError` when there is no bwrap, or one that is too old. */
  static async open(options: SandboxOptions = {}): Promise<BubblewrapSandbox> {
    const hostEnv = options.hostEnv ?? process.env;
    const bwrap = which('bwrap', hostEnv.PATH ?? '');
    if (bwrap === undefined) {
      throw new SandboxError('sandbox/failed', 'There is no bwrap on PATH', {
        remedy: 'Install the package bubblewrap',
      });
    }
    const { stdout } = await promisify(execFile)(bwrap, ['--version']).catch((cause: unknown) => {
      throw new SandboxError('sandbox/failed', `${bwrap} cannot be run`, { cause });
    });
    const [, major = '0', minor = '0'] = /(\d+)\.(\d+)/.exec(stdout) ?? [];
    const version = Number(major) * 1000 + Number(minor);
    if (version < 8) {
      throw new SandboxError('sandbox/failed', `${stdout.trim()} is too old`, {
        remedy: 'Install bubblewrap 0.8 or later',
      });
    }
    const working = openWorkingFolder(options.scratch);
    const view = readHostView(hostEnv, [working, ...(options.hide ?? [])]);
    return new BubblewrapSandbox(bwrap, version >= 11, working, view);
  }

  readonly run = async (request: SandboxRequest): Promise<SandboxResult> => {
    checkPlaces(request);
    const paths = insidePaths(request);
    const [command, ...args] = request.command(paths);
    if (command === undefined) throw new SandboxError('sandbox/failed', 'There is no command to run');
    const copy = join(this.working, `${randomUUID()}.tree`);
    const checkout = await request.tree.directory();
    const dependencies = await placeDependencies(checkout, request.dependencies);
    const places = dependencies.map(({ path }) => path);
    const limits = openRunLimits(request.limits, this.groupParents);
    try {
      await copyTree(checkout, copy);
      await addFolders(copy, places);
      const userId = process.getuid?.() === 0 ? USER_FOR_ROOT : (process.getuid?.() ?? USER_FOR_ROOT);
      const own = Object.entries(userFiles(userId)).filter(([path]) => existsSync(path));
      const root = await this.skeletons.open({
        folders: ['empty-folder'],
        files: { 'empty-file': '', ...Object.fromEntries(own.map(([path, content]) => [`own${path}`, content])) },
        links: [],
      });
      const env = runEnvironment(request, paths, this.view.toolchains);
      const folder = join(INSIDE.tree, request.cwd ?? '');
      const bwrapArgs = bubblewrapArgs({
        view: this.view,
        request,
        treeFolder: copy,
        overlayDependencies: this.overlayDependencies,
        dependencies,
        ownFiles: Object.fromEntries(own.map(([path]) => [path, join(root, 'own', path)])),
        empty: { file: join(root, 'empty-file'), folder: join(root, 'empty-folder') },
        userId,
        tmpfsMb: limits.tmpfsMb,
      });
      const init = new BubblewrapInit();
      const outWatch = outSizeWatch(request);
      const ended = await supervise({
        argv: [
          'sh',
          assetPath('sandbox-launch.sh'),
          this.bwrap,
          ...'--args 4 --json-status-fd 3 -- sh -c'.split(' '),
          assetText('sandbox-wait.sh'),
          'wait',
          ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
          ...(command.includes('=') ? ['sh', '-c', 'exec "$@"', 'sh'] : []),
          command,
          ...args,
        ],
        args: Buffer.from(bwrapArgs.map((arg) => `${arg}\0`).join('')),
        env: {
          PATH: SETUP_PATH,
          LC_ALL: 'C',
          ...limits.launchEnv,
          TEC_STATUS_COPY: 'yes',
          TEC_START: assetText('sandbox-start.sh'),
          TEC_FOLDER: folder,
          TEC_COMMAND: command,
          TEC_PATH: env.PATH ?? '',
          TEC_NPROC: limits.nproc,
        },
        stages: true,
        request,
        limits: request.limits,
        kill: (pid, status) => killNow(init.find(status) ?? pid),
        sample: (pid) => limits.sample(pid) ?? outWatch(),
        settle: (_pid, status) => init.end(status),
      });
      const outcome = decideOutcome(ended, readStages(ended.status), limits.reached(), command, folder);
      return toResult(outcome, ended);
    } catch (error) {
      throw asSandboxError(error);
    } finally {
      await limits.close();
      await rm(copy, { recursive: true, force: true });
    }
  };
}
