import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { lstat, readdir, readFile, rmdir } from 'node:fs/promises';
import { join } from 'node:path';

import { currentProcess, isGone, type ProcessIdentity } from './process-identity.js';
import { removeFolder } from './remove-folder.js';

const PREFIX = 'tec-';
const OWNER_FILE = 'owner.json';
/** An empty folder of a process that is about to name itself is younger. */
const STUB_AGE_MS = 60_000;

const openFolders = new Set<string>();

/** Best effort at the end of the process; what a signal leaves behind is the sweep's. */
function removeOpenFolders(): void {
  for (const folder of openFolders) rmSync(folder, { recursive: true, force: true });
}

/**
 * A folder `tec-…` below the root that names its owner, so that `sweepScratchFolders` can tell when nobody needs it. It
 * goes when this process ends. `what` becomes a part of the name, for people who look into the temporary folder.
 */
export function createScratchFolder(root: string, what = ''): string {
  const folder = mkdtempSync(join(realpathSync(root), what === '' ? PREFIX : `${PREFIX}${what}-`));
  if (openFolders.size === 0) process.once('exit', removeOpenFolders);
  openFolders.add(folder);
  writeFileSync(join(folder, OWNER_FILE), JSON.stringify(currentProcess()));
  return folder;
}

/** May be called again, also for a folder that is gone. */
export async function removeScratchFolder(folder: string): Promise<void> {
  await removeContent(folder);
  openFolders.delete(folder);
  if (openFolders.size === 0) process.off('exit', removeOpenFolders);
}

/** Removes the scratch folders whose owner is gone, also after SIGKILL or a reboot. Returns their paths. */
export async function sweepScratchFolders(root: string): Promise<readonly string[]> {
  const gone: string[] = [];
  const here = currentProcess();
  const folders = (await readdir(root)).filter((name) => name.startsWith(PREFIX)).map((name) => join(root, name));
  for (const folder of folders) {
    const owner = await readOwner(folder);
    if (owner !== undefined && isGone(owner, here)) await removeContent(folder);
    else if (owner !== undefined || !(await removeStub(folder))) continue;
    gone.push(folder);
  }
  return gone;
}

/** Killed between the making of a folder and the naming of its owner: an empty folder stays. Never one in use. */
async function removeStub(folder: string): Promise<boolean> {
  const stats = await readIfThere(() => lstat(folder), undefined);
  if (stats === undefined || !stats.isDirectory() || stats.uid !== process.getuid?.()) return false;
  if (Date.now() - stats.mtimeMs < STUB_AGE_MS) return false;
  try {
    await rmdir(folder);
    return true;
  } catch (error) {
    if (['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

/** The file that names the owner goes last: what an interrupted removal leaves can still be swept. */
async function removeContent(folder: string): Promise<void> {
  for (const name of await readIfThere(() => readdir(folder), [])) {
    if (name !== OWNER_FILE) await removeFolder(join(folder, name));
  }
  await removeFolder(folder);
}

/** Undefined for what is not certainly a scratch folder of this user. */
async function readOwner(folder: string): Promise<ProcessIdentity | undefined> {
  const stats = await readIfThere(() => lstat(folder), undefined);
  // Others can put folders into a shared /tmp, too.
  if (stats === undefined || !stats.isDirectory() || stats.uid !== process.getuid?.()) return undefined;
  return parseOwner(await readIfThere(() => readFile(join(folder, OWNER_FILE), 'utf8'), ''));
}

function parseOwner(text: string): ProcessIdentity | undefined {
  try {
    const owner: unknown = JSON.parse(text);
    return isIdentity(owner) ? owner : undefined;
  } catch {
    // Absent or half written: its owner has just begun. It is left alone.
    return undefined;
  }
}

function isIdentity(value: unknown): value is ProcessIdentity {
  return typeof value === 'object' && value !== null && 'pid' in value && Number.isInteger(value.pid);
}

async function readIfThere<Value>(read: () => Promise<Value>, otherwise: Value): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    // Another sweep, or the owner itself, may be removing it right now.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return otherwise;
    throw error;
  }
}
