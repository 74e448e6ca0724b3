import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { SandboxRequest } from '@typed-evidence-chain/core';
import type { Breach } from './supervise.js';

const LOOK_EVERY = 5;
/** Room for reports beside what may be printed. */
const EXTRA_BYTES = 64 * 1024 * 1024;
const MOST_ENTRIES = 10_000;

/**
 * The folder for results is on the disk of the host, where no limit of memory counts: it is measured at every fifth
 * call, and more than `outputMb` + 64 MiB in it, or ten thousand entries, count as too much output.
 */
export function outSizeWatch({ out, limits }: Pick<SandboxRequest, 'out' | 'limits'>): () => Breach | undefined {
  if (out === undefined) return () => undefined;
  let calls = 0;
  return () => {
    calls += 1;
    if (calls % LOOK_EVERY !== 0) return undefined;
    let bytes = 0;
    let entries = 0;
    const queue = [out];
    for (let folder = queue.pop(); folder !== undefined && entries <= MOST_ENTRIES; folder = queue.pop()) {
      for (const entry of list(folder)) {
        entries += 1;
        const path = join(folder, entry.name);
        if (entry.isDirectory()) queue.push(path);
        else bytes += (lstatSync(path, { throwIfNoEntry: false })?.blocks ?? 0) * 512;
      }
    }
    return entries > MOST_ENTRIES || bytes > limits.outputMb * 1024 * 1024 + EXTRA_BYTES ? 'output' : undefined;
  };
}

function list(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    // The command may remove or close a folder while it is being looked at: nothing to count there.
    if (['ENOENT', 'ENOTDIR', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}
