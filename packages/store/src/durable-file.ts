import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** What a folder lists reaches the disk, too. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function writeTemporary(file: string, text: string | Buffer): string {
  const temporary = `${file}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`;
  const handle = openSync(temporary, 'wx', 0o600);
  try {
    const bytes = typeof text === 'string' ? Buffer.from(text) : text;
    for (let done = 0; done < bytes.length;) done += writeSync(handle, bytes, done);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  return temporary;
}

/** Whole or not at all: a reader sees the file complete, and it is on the disk when this returns. */
export function writeDurably(file: string, text: string | Buffer): void {
  renameSync(writeTemporary(file, text), file);
  syncFolder(dirname(file));
}

/** The same for a file that must be new: false where it is there already, whoever made it. */
export function createDurably(file: string, text: string): boolean {
  const temporary = writeTemporary(file, text);
  try {
    linkSync(temporary, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(temporary, { force: true });
    syncFolder(dirname(file));
  }
}
