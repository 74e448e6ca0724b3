import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sandbox, SandboxPaths, TestReport, TestRunner, TestRunRequest } from '@typed-evidence-chain/core';
import { EventChannel } from './channel/event-channel.js';
import { hooksFolder } from './injection/hooks-folder.js';
import { prepareChannelFolder } from './injection/prepare-channel-folder.js';
import { runEnvironment, shellCommand } from './injection/run-environment.js';
import { interpret } from './report/interpret.js';

/** Characters of output kept for people. */
const OUTPUT_SHOWN = 20_000;

/**
 * Runs a test command as it is, with hooks from outside of the tree. Results come over signed events of the test
 * runner's own process, never from what is printed, so that any wrapper around the runner works.
 */
export class InjectedTestRunner implements TestRunner {
  readonly #sandbox: Sandbox;

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox;
  }

  readonly run = async (request: TestRunRequest): Promise<TestReport> => {
    const folder = await mkdtemp(join(request.trees.scratch, 'run-'));
    try {
      return await this.#run(request, folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };

  async #run(request: TestRunRequest, folder: string): Promise<TestReport> {
    const { tree, trees, command, limits, signal, network } = request;
    const channelFolder = join(folder, 'channel');
    const out = join(folder, 'out');
    await Promise.all([mkdir(channelFolder), mkdir(out)]);
    await prepareChannelFolder(channelFolder);
    const channel = await EventChannel.open(channelFolder);
    let root = '';
    const injected = { channel: channelFolder, files: request.files ?? [], coverage: request.coverage ?? [] };
    const finished = await this.#sandbox
      .run({
        tree,
        dependencies: trees.dependencies,
        command: (paths: SandboxPaths) => {
          root = paths.tree;
          return shellCommand(command.text, paths);
        },
        env: (paths) => runEnvironment(injected, paths),
        cwd: command.cwd,
        mounts: { channel: channelFolder, hooks: hooksFolder },
        out,
        limits,
        ...(network === undefined ? {} : { network }),
        signal,
      })
      .then(
        (result) => ({ result }),
        (error: unknown) => ({ error }),
      );
    const decoder = await channel.close();
    if ('error' in finished) throw finished.error;
    const { result } = finished;
    const interpretation = interpret(decoder.sessions, decoder.problems, result.outcome, root);
    return {
      ...interpretation,
      process: result.outcome,
      coverage: [],
      durationMs: result.durationMs,
      output: Buffer.concat([result.stdout, result.stderr]).toString('utf8').slice(-OUTPUT_SHOWN),
    };
  }
}
