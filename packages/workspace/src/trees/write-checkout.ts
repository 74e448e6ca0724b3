import * as fs from 'node:fs';
import { setImmediate } from 'node:timers/promises';

import { WorkspaceError } from '@typed-evidence-chain/core';

import { missingContent } from './missing-content.js';
import type { GitObject } from './object-reader.js';
import type { TreeEntry } from './parse-tree-listing.js';
import { pathBytes, pathKey } from './path-bytes.js';
import { isGitFolderName } from './path-safety.js';

/** One time stamp for every file and folder of every checkout, in seconds: 2000-01-01T00:00:00Z. */
export const CHECKOUT_TIME = 946_684_800;

// Contents held in memory at a time; a larger file goes alone.
const BATCH_BYTES = 8_000_000;
const BATCH_FILES = 256;

export interface CheckoutRequest {
  readonly folder: string;
  readonly entries: readonly TreeEntry[];
  /** An earlier checkout, from which files that are the same are linked. */
  readonly similar?: { readonly folder: string; readonly entries: readonly TreeEntry[] } | undefined;
  readonly read: (oid: string) => Promise<GitObject | undefined>;
  readonly throwIfAborted: () => void;
}

/**
 * Writes the files of a tree into a new folder, byte for byte. No git command takes part, hence no attribute, filter or
 * hook. Modes are 644 and 755 whatever the umask is; a submodule is an empty folder.
 */
export async function writeCheckout({
  folder,
  entries,
  similar,
  read,
  throwIfAborted,
}: CheckoutRequest): Promise<void> {
  const at = (path: Buffer) => Buffer.concat([Buffer.from(`${folder}/`), path]);
  const folders = foldersOf(entries);
  fs.mkdirSync(folder, { mode: 0o755 });
  // Folders first and only new ones: no file can then be written through a link.
  for (const path of folders) fs.mkdirSync(at(path));

  const left: TreeEntry[] = [];
  const known = new Map(similar?.entries.map((entry) => [pathKey(entry), entry]));
  for (const [index, entry] of entries.entries()) {
    if (index % BATCH_FILES === 0) await pause(throwIfAborted);
    const path = pathBytes(entry);
    if (!isSameFile(entry, known.get(pathKey(entry))) || !link(`${similar!.folder}/`, path, at(path))) left.push(entry);
  }
  for (const batch of batches(left)) {
    throwIfAborted();
    const contents = await Promise.all(batch.map((entry) => contentOf(entry, read)));
    for (const [index, entry] of batch.entries()) writeEntry(at(pathBytes(entry)), entry, contents[index]!);
  }
  for (const path of [...folders.reverse().map(at), Buffer.from(folder)]) {
    fs.chmodSync(path, 0o755);
    fs.utimesSync(path, CHECKOUT_TIME, CHECKOUT_TIME);
  }
}

/** Lets other work of the process run: files are written synchronously, which is several times faster. */
async function pause(throwIfAborted: () => void): Promise<void> {
  await setImmediate();
  throwIfAborted();
}

/** Every folder, outer ones first. A tree object can hold names that no index takes, and they must not be written. */
function foldersOf(entries: readonly TreeEntry[]): Buffer[] {
  const folders = new Map<string, Buffer>();
  for (const entry of entries) {
    const bytes = pathBytes(entry);
    for (let slash = bytes.indexOf(47); slash >= 0; slash = bytes.indexOf(47, slash + 1)) {
      const folder = bytes.subarray(0, slash);
      folders.set(folder.toString('latin1'), folder);
    }
    if (entry.path.split('/').some((name) => name === '' || name === '.' || name === '..' || isGitFolderName(name))) {
      throw new WorkspaceError('workspace/git-failed', `The tree holds a path that can't be laid out: ${entry.path}`);
    }
  }
  return [...folders.values()];
}

function isSameFile(entry: TreeEntry, other: TreeEntry | undefined): boolean {
  return entry.mode.startsWith('100') && entry.oid === other?.oid && entry.mode === other.mode;
}

/** False where the file system can't link (another device, no links, too many of them): a copy is written then. */
function link(fromFolder: string, path: Buffer, to: Buffer): boolean {
  try {
    fs.linkSync(Buffer.concat([Buffer.from(fromFolder), path]), to);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EXDEV' || code === 'EPERM' || code === 'EMLINK' || code === 'ENOTSUP' || code === 'ENOSYS')
      return false;
    throw error;
  }
}

function* batches(entries: readonly TreeEntry[]): Generator<readonly TreeEntry[]> {
  let batch: TreeEntry[] = [];
  let bytes = 0;
  for (const entry of entries) {
    if (batch.length > 0 && (batch.length === BATCH_FILES || bytes + entry.size > BATCH_BYTES)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(entry);
    bytes += entry.size;
  }
  if (batch.length > 0) yield batch;
}

async function contentOf(entry: TreeEntry, read: CheckoutRequest['read']): Promise<Buffer> {
  if (entry.mode === '160000') return Buffer.alloc(0);
  const object = await read(entry.oid);
  if (object !== undefined) return object.content;
  throw missingContent(entry.path);
}

function writeEntry(path: Buffer, { mode }: TreeEntry, content: Buffer): void {
  if (mode === '160000') {
    fs.mkdirSync(path);
    fs.chmodSync(path, 0o755);
    fs.utimesSync(path, CHECKOUT_TIME, CHECKOUT_TIME);
  } else if (mode === '120000') {
    fs.symlinkSync(content, path);
    fs.lutimesSync(path, CHECKOUT_TIME, CHECKOUT_TIME);
  } else {
    const file = fs.openSync(path, 'wx', 0o644);
    try {
      for (let done = 0; done < content.length;) done += fs.writeSync(file, content, done);
      fs.fchmodSync(file, mode === '100755' ? 0o755 : 0o644);
      fs.futimesSync(file, CHECKOUT_TIME, CHECKOUT_TIME);
    } finally {
      fs.closeSync(file);
    }
  }
}
