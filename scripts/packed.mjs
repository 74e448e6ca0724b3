// Shared by the scripts that look at packages as they would be published.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Runs a command, its output on stderr, and ends this process with its exit code when it fails. */
export function run(command, args, cwd = ROOT) {
  console.error(`$ ${[command, ...args].join(' ')}`);
  const { status, error } = spawnSync(command, args, { cwd, stdio: ['ignore', 2, 2] });
  if (error) console.error(error.message);
  if (status !== 0) process.exit(status ?? 1);
}

/** Every package that is published: name, folder and manifest. */
export function publishedPackages() {
  return readdirSync(join(ROOT, 'packages'))
    .map((folder) => ({
      folder: join(ROOT, 'packages', folder),
      manifest: join(ROOT, 'packages', folder, 'package.json'),
    }))
    .map(({ folder, manifest }) => ({ folder, ...JSON.parse(readFileSync(manifest, 'utf8')) }))
    .filter(({ private: isPrivate }) => isPrivate !== true);
}

/** Packs every package into a folder: `workspace:` ranges are versions then. Returns name -> tarball. */
export function packAll(destination) {
  mkdirSync(destination, { recursive: true });
  const { packageManager } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  return new Map(
    publishedPackages().map(({ name, version, folder }) => {
      run('npx', ['--yes', packageManager, 'pack', '--pack-destination', destination], folder);
      return [name, join(destination, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`)];
    }),
  );
}
