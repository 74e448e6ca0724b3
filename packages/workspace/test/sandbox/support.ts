import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Sandbox, SandboxLimits, SandboxRequest, SandboxResult, Tree } from '@typed-evidence-chain/core';
import { BubblewrapSandbox, UnshareSandbox, type SandboxOptions } from '@typed-evidence-chain/workspace';

export const LIMITS: SandboxLimits = { timeoutMs: 60_000, memoryMb: 512, pids: 100, outputMb: 4 };

/** A folder for one group of tests, with a name that has to be quoted everywhere. */
export function scratchFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tec test ü,:\'"$-')));
  chmodSync(folder, 0o755);
  return folder;
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** Writes files with one time stamp, as a checkout of a tree has it. */
export function writeTree(folder: string, files: Readonly<Record<string, string>>): Tree {
  const stamp = 1_000_000_000;
  for (const [path, content] of Object.entries({ 'README.md': 'read me\n', ...files })) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    for (let place = file; place.length >= folder.length; place = dirname(place)) utimesSync(place, stamp, stamp);
  }
  return {
    label: 'test',
    id: folder,
    list: async () => [],
    read: async () => undefined,
    directory: async () => folder,
  };
}

export type RunExtra = Partial<Omit<SandboxRequest, 'command' | 'tree'>>;

export interface Finished extends SandboxResult {
  readonly out: string;
  readonly err: string;
}

/** Runs a text of sh, or a list of words. */
export async function runIn(
  sandbox: Sandbox,
  tree: Tree,
  command: string | readonly string[],
  extra: RunExtra = {},
): Promise<Finished> {
  const argv = typeof command === 'string' ? ['sh', '-c', command] : command;
  const result = await sandbox.run({ dependencies: [], limits: LIMITS, ...extra, tree, command: () => argv });
  return { ...result, out: result.stdout.toString('utf8'), err: result.stderr.toString('utf8') };
}

export interface Driver {
  readonly name: string;
  readonly open: (options: SandboxOptions) => Promise<Sandbox>;
}

/** The drivers that promise everything. */
export const ISOLATING: readonly Driver[] = [
  { name: 'UnshareSandbox', open: (options) => UnshareSandbox.open(options) },
  { name: 'UnshareSandbox with copies', open: (options) => UnshareSandbox.open({ ...options, copyTrees: true }) },
  { name: 'BubblewrapSandbox', open: (options) => BubblewrapSandbox.open(options) },
];

/** Opens the driver, or undefined with the reason where this machine does not have it. */
export async function openOrExplain(driver: Driver, options: SandboxOptions): Promise<Sandbox | string> {
  try {
    return await driver.open(options);
  } catch (error) {
    return (error as Error).message;
  }
}
