import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const hooks = fileURLToPath(new URL('../../hooks/', import.meta.url));
const { packageOf } = createRequire(import.meta.url)(join(hooks, 'recognise.cjs')) as {
  packageOf: (file: string) => { name: string } | undefined;
};

describe('the name of a package', () => {
  it('is the one of its manifest, also where it is installed under another one', async () => {
    const root = await mkdtemp(join(tmpdir(), 'tec-alias-'));
    try {
      await mkdir(join(root, 'node_modules/tap/lib'), { recursive: true });
      await writeFile(join(root, 'node_modules/tap/package.json'), '{"name":"tape","version":"4.2.0"}');
      expect(packageOf(join(root, 'node_modules/tap/lib/results.js'))?.name).to.equal('tape');
    } finally {
      await rm(root, { recursive: true });
    }
  });
});
