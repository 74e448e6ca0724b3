import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';

const { modulesOf } = (await import(new URL('../bin/modules-of.js', import.meta.url).href)) as {
  modulesOf: (built: URL) => URL;
};

describe('where bin/tec.js loads the command from', () => {
  let folder: string;
  let built: URL;
  const write = async (name: string, text: string, second: number): Promise<void> => {
    await writeFile(join(folder, name), text);
    await utimes(join(folder, name), second, second);
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tec-modules-of-'));
    await mkdir(join(folder, 'dist/bundle'), { recursive: true });
    built = pathToFileURL(join(folder, 'dist/'));
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('the modules as built, where there is no bundle', () => {
    expect(modulesOf(built).href).to.equal(built.href);
  });

  it('a bundle that is newer than all that it was made of', async () => {
    await write('record', '', 100);
    await write('dist/bundle/made-of.json', '["../../record"]', 200);

    expect(modulesOf(built).href).to.equal(new URL('bundle/', built).href);
  });

  it('the modules as built, where one of them was built after the bundle', async () => {
    await write('record', '', 300);
    await write('dist/bundle/made-of.json', '["../../record"]', 200);

    expect(modulesOf(built).href).to.equal(built.href);
  });

  it('the bundle of a published package, which has no build records', async () => {
    await write('dist/bundle/made-of.json', '["../../record"]', 200);

    expect(modulesOf(built).href).to.equal(new URL('bundle/', built).href);
  });
});
