// Installs what is missing (through a pinned pnpm, fetched by npx), builds, and bundles the command line. All output goes
// to stderr.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { modulesOf } from '../packages/cli/bin/modules-of.js';

const root = new URL('..', import.meta.url);
const at = (path) => new URL(path, root);
const { packageManager } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
const stamp = at('node_modules/.bootstrap');
const want = createHash('sha256')
  .update(process.version + packageManager)
  .update(readFileSync(at('pnpm-lock.yaml')))
  .digest('hex');

function run(command, args) {
  const result = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2] });
  if (result.error) console.error(`bootstrap: cannot start ${command}: ${result.error.message}`);
  if (result.status !== 0) process.exit(result.status ?? 1);
}

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== want) {
  run('npx', ['--yes', packageManager, 'install', '--frozen-lockfile', '--reporter=append-only']);
  writeFileSync(stamp, want);
}
run(process.execPath, ['node_modules/typescript/bin/tsc', '-b']);

const built = at('packages/cli/dist/');
if (modulesOf(built) === built) run(process.execPath, ['scripts/bundle-cli.mjs']);
