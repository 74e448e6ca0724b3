import { expect } from 'chai';

import type { FileChange } from '@typed-evidence-chain/core';

import { TestSite, type Files } from './test-repository.js';

const TEXT = 'a\nb\nc\nd\ne\nf\ng\nh\n';
const POINTER = 'version https://git-lfs.github.com/spec/v1\noid sha256:abc\nsize 12\n';

describe('GitWorkspace: the files of a patch', () => {
  let site: TestSite;
  beforeEach(() => (site = new TestSite()));
  afterEach(() => site.close());

  async function changes(base: Files, head: Files): Promise<readonly FileChange[]> {
    const repository = site.repository(base);
    return (await site.trees(repository, repository.patch(head))).patch.files;
  }

  it('hold a rename with its changed lines', async () => {
    const [change, ...others] = await changes({ 'a.txt': TEXT }, { 'a.txt': null, 'b.txt': TEXT.replace('c\n', '') });
    expect(others).to.deep.equal([]);
    expect(change).to.include({ status: 'renamed', path: 'b.txt', oldPath: 'a.txt' });
    expect(change?.hunks).to.deep.equal([
      { oldStart: 3, oldLines: 1, newStart: 2, newLines: 0, removed: ['c'], added: [] },
    ]);
  });

  it('hold an added file', async () => {
    expect(await changes({ x: 'x' }, { 'a.txt': 'a\nb' })).to.deep.equal([
      {
        status: 'added',
        path: 'a.txt',
        newMode: '100644',
        binary: false,
        hunks: [{ oldStart: 0, oldLines: 0, newStart: 1, newLines: 2, removed: [], added: ['a', 'b'] }],
      },
    ]);
  });

  it('hold a deleted file', async () => {
    expect(await changes({ x: 'x', 'a.txt': 'a\n' }, { 'a.txt': null })).to.deep.equal([
      {
        status: 'deleted',
        path: 'a.txt',
        oldMode: '100644',
        binary: false,
        hunks: [{ oldStart: 1, oldLines: 1, newStart: 0, newLines: 0, removed: ['a'], added: [] }],
      },
    ]);
  });

  it('hold a mode change without lines', async () => {
    const [change] = await changes({ run: 'x\n' }, { run: { executable: 'x\n' } });
    expect(change).to.include({ status: 'modified', oldMode: '100644', newMode: '100755' });
    expect(change?.hunks).to.deep.equal([]);
  });

  it('hold a binary file without lines', async () => {
    const [change] = await changes({ 'a.bin': Buffer.from([0, 1]) }, { 'a.bin': Buffer.from([0, 2]) });
    expect(change).to.include({ status: 'modified', binary: true });
    expect(change?.hunks).to.deep.equal([]);
  });

  it('hold a file that becomes a link as one change', async () => {
    const all = await changes({ 'a.txt': 'a\nb\n', x: 'x' }, { 'a.txt': { link: 'x' } });
    expect(all).to.deep.equal([
      {
        status: 'modified',
        path: 'a.txt',
        oldMode: '100644',
        newMode: '120000',
        binary: false,
        hunks: [{ oldStart: 1, oldLines: 2, newStart: 1, newLines: 1, removed: ['a', 'b'], added: ['x'] }],
      },
    ]);
  });

  it('name a Git LFS pointer', async () => {
    const [change] = await changes({ 'a.bin': 'x' }, { 'a.bin': POINTER });
    expect(change).to.include({ external: 'lfs' });
  });

  it('name a submodule, which is an empty folder in the checkout', async () => {
    const repository = site.repository({ x: 'x' });
    const commit = repository.git('rev-parse', 'HEAD').trim();
    repository.git('update-index', '--add', '--cacheinfo', `160000,${commit},lib`);
    const patch = repository.bytes('diff', '--cached');
    repository.git('reset', '-q', '--hard');
    const trees = await site.trees(repository, patch);
    expect(trees.patch.files).to.deep.equal([
      { status: 'added', path: 'lib', newMode: '160000', binary: false, external: 'submodule', hunks: [] },
    ]);
    expect(await trees.head.read('lib')).to.equal(undefined);
    const { statSync } = await import('node:fs');
    expect(statSync(`${await trees.head.directory()}/lib`).isDirectory()).to.equal(true);
  });

  it('keep carriage returns in the lines', async () => {
    const [change] = await changes({ 'a.txt': 'a\r\nb\rc\r\n' }, { 'a.txt': 'a\r\nb\rC\r\n' });
    expect(change?.hunks).to.deep.equal([
      { oldStart: 2, oldLines: 1, newStart: 2, newLines: 1, removed: ['b\rc\r'], added: ['b\rC\r'] },
    ]);
  });

  it('are those of the trees, not of the words in the patch', async () => {
    const repository = site.repository({ 'a.txt': TEXT });
    // As a deletion and a creation, without a word about a rename.
    const patch = repository.patch({ 'a.txt': null, 'b.txt': TEXT }, '--no-renames');
    const trees = await site.trees(repository, patch);
    expect(trees.patch.files.map(({ status }) => status)).to.deep.equal(['renamed']);
  });
});
