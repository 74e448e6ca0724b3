import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { probeSandboxes, selectSandbox, type SandboxDriver } from '@typed-evidence-chain/workspace';
import { removeFolder, scratchFolder } from './support.js';

const select = (driver: SandboxDriver, hostEnv = process.env) => selectSandbox({ driver, hostEnv });
const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error as { code: string; exitCode: number; remedy: string; message: string },
  );

describe('selectSandbox', () => {
  it('takes a driver that a trial run proves to work', async () => {
    const works = (await probeSandboxes()).filter(({ driver, works: does }) => does && driver !== 'none');
    if (works.length === 0) expect((await caught(select('auto')))?.code).to.equal('sandbox/none-works');
    else expect((await select('auto')).name).to.equal(works[0]?.driver);
  });

  it('opens the sandbox that isolates nothing only when asked by name', async () => {
    expect((await select('none')).name).to.equal('none');
  });

  it('refuses a driver that has no adapter, and names those that have', async () => {
    const error = await caught(select('container'));
    expect(error).to.include({ code: 'config/invalid', exitCode: 2 });
    expect(error?.remedy).to.contain('unshare');
  });

  it('tells why a driver that was asked for does not work', async () => {
    const error = await caught(select('bubblewrap', { PATH: '/nonexistent', HOME: '/nonexistent' }));
    expect(error).to.include({ code: 'sandbox/none-works', exitCode: 3 });
    expect(error?.message).to.contain('no bwrap on PATH');
  });

  it('does not believe a bwrap that isolates nothing', async () => {
    const folder = scratchFolder();
    try {
      mkdirSync(join(folder, 'bin'));
      const fake = join(folder, 'bin/bwrap');
      // Runs the command on the host, as a broken or replaced bwrap would.
      writeFileSync(
        fake,
        '#!/bin/sh\n[ "$1" = --version ] && echo "bubblewrap 0.8.0" && exit\nwhile [ "$1" != -- ]; do shift; done; shift; exec "$@"\n',
      );
      chmodSync(fake, 0o755);
      const error = await caught(select('bubblewrap', { PATH: `${folder}/bin:/usr/bin:/bin`, HOME: '/nonexistent' }));
      expect(error?.code).to.equal('sandbox/none-works');
    } finally {
      removeFolder(folder);
    }
  });
});

describe('probeSandboxes', () => {
  it('tells about each driver what works, and why the others do not', async () => {
    const probes = await probeSandboxes();
    expect(probes.map(({ driver }) => driver)).to.deep.equal(['bubblewrap', 'unshare', 'none']);
    for (const { works, reason } of probes) expect(works).to.equal(reason === '');
  });
});
