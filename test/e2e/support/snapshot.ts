import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

const OBJECT = /^\.git\/objects\//;

/**
 * Every file below a folder, `.git` too: its content's hash, mode and time of change. Objects without the time: git
 * freshens an object of a borrowed database when it would write the same one.
 */
export function snapshot(folder: string, prefix = ''): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(join(folder, prefix)).sort()) {
    const path = join(prefix, name);
    const stats = lstatSync(join(folder, path));
    if (stats.isDirectory()) Object.assign(found, { [path]: 'folder' }, snapshot(folder, path));
    else {
      const content = stats.isSymbolicLink() ? readlinkSync(join(folder, path)) : readFileSync(join(folder, path));
      found[path] =
        `${createHash('sha256').update(content).digest('hex')} ${stats.mode.toString(8)} ${OBJECT.test(path) ? '' : stats.mtimeMs}`;
    }
  }
  return found;
}
