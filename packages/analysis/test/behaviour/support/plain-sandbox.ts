import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Sandbox, SandboxOutcome, SandboxPaths, SandboxRequest, SandboxResult } from '@typed-evidence-chain/core';

/** Runs on a copy of the tree, in no isolation at all: for tests of what happens inside, with code of our own. */
export class PlainSandbox implements Sandbox {
  readonly name = 'plain';
  readonly guarantees = { filesystem: false, network: false, processes: false, loopback: true };
  runs = 0;

  readonly run = async (request: SandboxRequest): Promise<SandboxResult> => {
    this.runs += 1;
    const root = await mkdtemp(join(tmpdir(), 'tec-plain-'));
    const paths: SandboxPaths = {
      tree: join(root, 'tree'),
      home: join(root, 'home'),
      tmp: join(root, 'tmp'),
      mounts: { ...request.mounts },
      ...(request.out === undefined ? {} : { out: request.out }),
    };
    try {
      await cp(await request.tree.directory(), paths.tree, { recursive: true });
      await mkdir(paths.home);
      await mkdir(paths.tmp);
      for (const { path, source } of request.dependencies) {
        await mkdir(dirname(join(paths.tree, path)), { recursive: true });
        await symlink(source, join(paths.tree, path));
      }
      return await execute(request, paths);
    } finally {
      await rm(root, { recursive: true, force: true });
    }
  };
}

function execute(request: SandboxRequest, paths: SandboxPaths): Promise<SandboxResult> {
  const started = performance.now();
  const [program = '', ...args] = request.command(paths);
  const child = spawn(program, args, {
    cwd: paths.tree,
    env: { PATH: process.env['PATH'], HOME: paths.home, TMPDIR: paths.tmp },
    timeout: request.limits.timeoutMs,
    killSignal: 'SIGKILL',
    signal: request.signal,
  });
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
  // The program may end without reading its input.
  child.stdin.on('error', (error) => stderr.push(Buffer.from(String(error))));
  child.stdin.end(request.input ?? '');
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      const durationMs = performance.now() - started;
      const outcome: SandboxOutcome =
        code !== null
          ? { kind: 'exited', code }
          : durationMs >= request.limits.timeoutMs
            ? { kind: 'timed-out' }
            : { kind: 'signalled', signal: String(signal) };
      resolve({ outcome, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr), truncated: false, durationMs });
    });
  });
}
