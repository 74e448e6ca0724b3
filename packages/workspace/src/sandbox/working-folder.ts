import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PREFIX = 'tec-sandbox-';
/** Removed when this process ends. */
const own = new Set<string>();
const NAME = /^tec-sandbox-(\d+)-/;

/**
 * The folder in which a sandbox keeps its own files: the given one, else a new one in the temporary folder that goes
 * when tec ends. What a killed tec left there is removed on the way.
 */
export function openWorkingFolder(scratch: string | undefined): string {
  if (scratch !== undefined) {
    mkdirSync(scratch, { recursive: true });
    return realpathSync(scratch);
  }
  for (const name of readdirSync(tmpdir())) {
    const owner = NAME.exec(name)?.[1];
    if (owner !== undefined && !existsSync(`/proc/${owner}`)) removeOrphan(join(tmpdir(), name));
  }
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`)));
  if (own.size === 0) process.once('exit', () => own.forEach((path) => rmSync(path, { recursive: true, force: true })));
  own.add(folder);
  return folder;
}

function removeOrphan(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    // Another user's: not ours to remove.
    if (!['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
