import { mkdirSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createScratchFolder } from '../scratch/scratch-folder.js';

/**
 * The folder in which a sandbox keeps its own files: the given one, else a new one in the temporary folder that goes
 * when tec ends.
 */
export function openWorkingFolder(scratch: string | undefined): string {
  if (scratch === undefined) return createScratchFolder(tmpdir(), 'sandbox');
  mkdirSync(scratch, { recursive: true });
  return realpathSync(scratch);
}
