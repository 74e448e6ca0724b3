import { statSync } from 'node:fs';
import { SandboxError, type SandboxRequest } from '@typed-evidence-chain/core';

/** Throws `SandboxError` for a request that no sandbox could carry out: no command, or places that do not exist. */
export function checkPlaces({ mounts = {}, out }: Pick<SandboxRequest, 'mounts' | 'out'>): void {
  for (const [name, path] of Object.entries(mounts)) {
    if (!/^[A-Za-z0-9_-]+$/.test(name)) throw new SandboxError('sandbox/failed', `A mount cannot be named ${name}`);
    if (statSync(path, { throwIfNoEntry: false }) === undefined) {
      throw new SandboxError('sandbox/failed', `There is nothing at ${path} to show as ${name}`);
    }
  }
  if (out !== undefined && !statSync(out, { throwIfNoEntry: false })?.isDirectory()) {
    throw new SandboxError('sandbox/failed', `There is no folder ${out} for results`);
  }
}

/** An error of the operating system (no space, no process, …) as a fault of the sandbox; any other error as it is. */
export function asSandboxError(error: unknown): unknown {
  if (!(error instanceof Error) || !('syscall' in error)) return error;
  return new SandboxError('sandbox/failed', `The sandbox broke: ${error.message}`, { cause: error });
}
