import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Sandbox, SandboxOutcome, SandboxPaths, SandboxRequest, SandboxResult } from '@typed-evidence-chain/core';

/** For tests of this package only: a copy of the tree in a temporary folder and no isolation at all. */
export class PlainSandbox implements Sandbox {
  readonly name = 'plain';
  readonly guarantees = { filesystem: false, network: false, processes: false, loopback: true };

  readonly run = async (request: SandboxRequest): Promise<SandboxResult> => {
    const base = await mkdtemp(join(tmpdir(), 'tec-plain-'));
    try {
      return await runIn(base, request);
    } finally {
      await rm(base, { recursive: true, force: true });
    }
  };
}

async function runIn(base: string, request: SandboxRequest): Promise<SandboxResult> {
  const paths: SandboxPaths = {
    tree: join(base, 'tree'),
    home: join(base, 'home'),
    tmp: join(base, 'tmp'),
    mounts: request.mounts ?? {},
    ...(request.out === undefined ? {} : { out: request.out }),
  };
  await cp(await request.tree.directory(), paths.tree, { recursive: true, verbatimSymlinks: true });
  await Promise.all([mkdir(paths.home), mkdir(paths.tmp)]);
  for (const { path, source } of request.dependencies) {
    await mkdir(dirname(join(paths.tree, path)), { recursive: true });
    await symlink(source, join(paths.tree, path));
  }
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: paths.home,
    TMPDIR: paths.tmp,
    LANG: 'C.UTF-8',
    ...(process.env['PYENV_ROOT'] === undefined ? {} : { PYENV_ROOT: process.env['PYENV_ROOT'] }),
    ...request.env?.(paths),
  };
  const [file = '', ...args] = request.command(paths);
  const started = performance.now();
  const child = spawn(file, args, {
    cwd: join(paths.tree, request.cwd ?? ''),
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  let bytes = 0;
  let ended: SandboxOutcome | undefined;
  const end = (outcome: SandboxOutcome): void => {
    ended ??= outcome;
    killGroup(child.pid);
  };
  const collect = (into: Buffer[]) => (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > request.limits.outputMb * 1024 * 1024) end({ kind: 'limit', limit: 'output' });
    else into.push(chunk);
  };
  child.stdout.on('data', collect(out));
  child.stderr.on('data', collect(err));
  const timer = setTimeout(() => end({ kind: 'timed-out' }), request.limits.timeoutMs);
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve, reject) => {
    child.on('error', reject);
    // Not `close`: a background process may hold the pipes.
    child.on('exit', (exitCode, exitSignal) => resolve([exitCode, exitSignal]));
  });
  clearTimeout(timer);
  killGroup(child.pid);
  const outcome =
    ended ?? (signal === null ? { kind: 'exited' as const, code: code ?? 0 } : { kind: 'signalled' as const, signal });
  return {
    outcome,
    stdout: Buffer.concat(out),
    stderr: Buffer.concat(err),
    truncated: false,
    durationMs: performance.now() - started,
  };
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // Nothing of the group is left.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
