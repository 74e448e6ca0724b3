import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StoreError } from '@typed-evidence-chain/core';
import { currentProcess, isGone, type ProcessIdentity } from '@typed-evidence-chain/workspace';
import * as z from 'zod';
import { createDurably } from './durable-file.js';
import { orStoreError } from './or-store-error.js';

const HOLDER = /^(\d+)\.json$/;

const ownerSchema = z.object({
  pid: z.number().int(),
  startTime: z.string().optional(),
  bootId: z.string().optional(),
  pidNamespace: z.string().optional(),
});

interface Holder {
  readonly number: number;
  readonly owner: ProcessIdentity;
  readonly released: boolean;
}

/** The one with the highest number holds the lock, unless it has let go or is gone. */
function lastHolder(folder: string): Holder | undefined {
  if (!existsSync(folder)) return undefined;
  const names = readdirSync(folder);
  const number = Math.max(0, ...names.map((name) => Number(HOLDER.exec(name)?.[1] ?? 0)));
  if (number === 0) return undefined;
  const file = join(folder, `${number}.json`);
  const owner = orStoreError(
    'Who works on the run cannot be read',
    file,
    () => ownerSchema.parse(JSON.parse(readFileSync(file, 'utf8'))),
    'Remove the file where no process works on the run',
  );
  return { number, owner, released: names.includes(`${number}.released`) };
}

const isHeld = (holder: Holder | undefined): holder is Holder =>
  holder !== undefined && !holder.released && !isGone(holder.owner);

/** The process that works on a run right now. */
export function lockOwner(folder: string): ProcessIdentity | undefined {
  const holder = lastHolder(join(folder, 'locks'));
  return isHeld(holder) ? holder.owner : undefined;
}

/**
 * One process at a time works on a run. Files are only added, each holder under the next number: two processes that
 * both find the owner gone ask for the same number, and the file system gives it to one. Returns what lets go again.
 */
export function lockRun(folder: string, runId: string): () => void {
  const locks = join(folder, 'locks');
  const last = lastHolder(locks);
  const number = (last?.number ?? 0) + 1;
  const taken = (): boolean =>
    orStoreError(
      'The run cannot be taken over',
      folder,
      () => {
        mkdirSync(locks, { recursive: true, mode: 0o700 });
        return createDurably(join(locks, `${number}.json`), `${JSON.stringify(currentProcess())}\n`);
      },
      'Make the folder of the store writable',
    );
  if (isHeld(last) || !taken()) {
    const pid = lockOwner(folder)?.pid ?? 'unknown';
    throw new StoreError('store/failed', `The run ${runId} is being worked on by process ${pid}`, {
      file: folder,
      remedy: 'Wait for it to end',
    });
  }
  return () => void createDurably(join(locks, `${number}.released`), '');
}
