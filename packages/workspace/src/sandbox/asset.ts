import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = new URL('../../assets/', import.meta.url);

export type Asset = 'sandbox-launch.sh' | 'sandbox-root.sh' | 'sandbox-start.sh' | 'sandbox-wait.sh';

/** Absolute path of a script that is shipped with this package. */
export function assetPath(name: Asset): string {
  return fileURLToPath(new URL(name, folder));
}

/** The script itself, for a shell that cannot see the file. */
export function assetText(name: Asset): string {
  return readFileSync(assetPath(name), 'utf8');
}
