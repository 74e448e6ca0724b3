import { lstat } from 'node:fs/promises';
import { ModelError, WorkspaceError, type WorkTree } from '@typed-evidence-chain/core';
import { secretIn } from '../secrets.js';

export type TakenChange = { readonly patch: Buffer; readonly fault?: undefined } | { readonly fault: string };

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isDirectory();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/**
 * What an agent left in its folder as a patch. A link in the place of the folder is not followed, and a change that holds
 * a key of the environment is not taken, since it would be kept and handed over.
 */
export async function takeChange(work: WorkTree, name: string): Promise<TakenChange> {
  const folder = await work.folder();
  if (!(await isFolder(folder))) return { fault: `${name} removed the folder that it works in` };
  let patch: Buffer;
  try {
    patch = await work.diff(await work.snapshot());
  } catch (cause) {
    if (!(cause instanceof WorkspaceError)) throw cause;
    throw new ModelError('model/failed', `What ${name} left in its folder cannot be read: ${cause.message}`, { cause });
  }
  const secret = secretIn(patch);
  return secret === undefined ? { patch } : { fault: `the change of ${name} holds the value of ${secret}` };
}
