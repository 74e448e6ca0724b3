import { chmod, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Removes a folder and all below it, read-only folders included. Links are not followed; absent is fine. */
export async function removeFolder(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EACCES' && code !== 'EPERM' && code !== 'ENOTEMPTY') throw error;
    await openUp(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function openUp(folder: string): Promise<void> {
  await chmod(folder, 0o700);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await openUp(join(folder, entry.name));
  }
}
