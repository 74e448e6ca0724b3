import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { findToolchains } from '../../dist/sandbox/toolchains.js';
import { removeFolder } from './support.js';

/** The temporary folder is shown here, as these tests have their home folder in it. */
const toolchains = (hostEnv: NodeJS.ProcessEnv) => findToolchains(hostEnv, process.execPath, []);

describe('findToolchains', () => {
  let home: string;
  before(() => {
    home = realpathSync(mkdtempSync(join(tmpdir(), 'tec-home-')));
    const make = (path: string) => mkdirSync(join(home, path), { recursive: true });
    for (const path of [
      '.nvm/versions/node/v20/bin',
      '.nvm/versions/node/v20/lib',
      '.pyenv/shims',
      '.pyenv/bin',
      '.local/bin',
      '.local/lib',
      '.local/share/uv/python/cpython/bin',
      '.local/share/keyrings',
      '.cargo/bin',
      '.cargo/registry/lib',
      '.rustup/toolchains',
      'bin',
      'lib',
      'project/node_modules/.bin',
    ]) {
      make(path);
    }
    for (const file of ['.nvm/versions/node/v20/bin/node', '.cargo/bin/rustup', '.cargo/credentials.toml', '.npmrc']) {
      writeFileSync(join(home, file), '');
    }
    writeFileSync(join(home, '.local/share/uv/python/cpython/bin/python3'), '');
    symlinkSync(join(home, '.local/share/uv/python/cpython/bin/python3'), join(home, '.local/bin/python3'));
  });
  after(() => removeFolder(home));
  const find = (...folders: string[]) =>
    toolchains({ HOME: home, PATH: folders.map((folder) => join(home, folder)).join(':') });
  const relative = (paths: readonly string[]) => paths.map((path) => path.replace(`${home}/`, ''));

  it('shows the prefix of an installed node', () => {
    const { roots, path } = find('.nvm/versions/node/v20/bin');
    expect(relative(roots)).to.deep.equal(['.nvm']);
    expect(relative(path)[0]).to.equal('.nvm/versions/node/v20/bin');
  });

  it('shows a version manager as a whole, and tells it where it is', () => {
    const { roots, env } = find('.pyenv/shims', '.pyenv/bin');
    expect(relative(roots)).to.include('.pyenv');
    expect(env.PYENV_ROOT).to.equal(join(home, '.pyenv'));
  });

  it('shows the programs of cargo and not its credentials', () => {
    const { roots } = find('.cargo/bin');
    expect(relative(roots)).to.include.members(['.cargo/bin', '.rustup']).and.not.to.include('.cargo');
  });

  it('follows links out of a folder of programs, without showing what lies beside it', () => {
    const roots = relative(find('.local/bin').roots);
    expect(roots).to.include.members(['.local/bin', '.local/share/uv/python']);
    expect(roots).not.to.include('.local').and.not.to.include('.local/share');
  });

  it('never shows the home folder, nor what is above it', () => {
    for (const path of [find('bin'), find('.'), find('..'), find('../..')]) {
      for (const root of path.roots) expect(`${home}/`.startsWith(`${root}/`), root).to.equal(false);
    }
  });

  it('leaves out programs of dependencies, relative folders, and folders that are not there', () => {
    const found = toolchains({
      HOME: home,
      PATH: `${home}/project/node_modules/.bin:.:relative:${home}/absent:/usr/bin`,
    });
    expect(found.path.every((path) => path.startsWith('/') && !path.includes('node_modules'))).to.equal(true);
    expect(relative(found.roots)).not.to.include('project/node_modules/.bin');
    expect(found.path).not.to.include(join(home, 'absent'));
  });

  it('keeps the order of PATH and ends with the folders of the system', () => {
    const { path } = toolchains({ HOME: home, PATH: `/usr/bin:${home}/.pyenv/shims` });
    expect(path.slice(0, 2)).to.deep.equal(['/usr/bin', join(home, '.pyenv/shims')]);
    expect(path).to.include('/bin');
  });
});
