// Whether the packages can be published: exports maps, types, files. Needs the network once, for the two tools.
//   node scripts/check-packages.mjs
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packAll, run } from './packed.mjs';

const PUBLINT = 'publint@0.3.25';
const ATTW = '@arethetypeswrong/cli@0.18.5';

const folder = mkdtempSync(join(tmpdir(), 'tec-packed-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const tarball of packAll(folder).values()) {
  run('npx', ['--yes', PUBLINT, 'run', tarball, '--strict']);
  // The packages are ES modules: what a CommonJS `require` would see is no promise of theirs (docs/embedding.md).
  run('npx', ['--yes', ATTW, tarball, '--profile', 'esm-only', '--no-emoji', '--format', 'ascii']);
}
