import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { lstatSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import type { ReviewTrees } from '@typed-evidence-chain/core';

import { TestSite, type TestRepository } from './test-repository.js';

describe('GitReviewTrees', () => {
  let site: TestSite;
  let repository: TestRepository;
  let trees: ReviewTrees;
  beforeEach(async () => {
    site = new TestSite();
    repository = site.repository({
      'a.txt': 'one\ntwo\n',
      'bin/run': { executable: '#!/bin/sh\n' },
      'dir/b.bin': Buffer.from([0, 255, 10]),
      link: { link: 'a.txt' },
    });
    trees = await site.trees(repository, repository.patch({ 'a.txt': 'one\n2\n' }));
  });
  afterEach(() => site.close());

  const allFiles = (folder: string) => readdirSync(folder, { recursive: true }).map(String).sort();

  it('lists the files with mode, id and size', async () => {
    const oid = (path: string) => repository.git('rev-parse', `HEAD:${path}`).trim();
    expect(await trees.base.list()).to.deep.equal([
      { path: 'a.txt', mode: '100644', oid: oid('a.txt'), size: 8 },
      { path: 'bin/run', mode: '100755', oid: oid('bin/run'), size: 10 },
      { path: 'dir/b.bin', mode: '100644', oid: oid('dir/b.bin'), size: 3 },
      { path: 'link', mode: '120000', oid: oid('link'), size: 5 },
    ]);
  });

  it('reads bytes', async () => {
    expect(await trees.base.read('dir/b.bin')).to.deep.equal(Buffer.from([0, 255, 10]));
  });

  for (const path of ['none', 'dir', '', './a.txt', '../a.txt', 'a.txt/x', '/a.txt', 'no\nne']) {
    it(`reads nothing where there is no file: ${JSON.stringify(path)}`, async () => {
      expect(await trees.base.read(path)).to.equal(undefined);
    });
  }

  for (const path of ['x-g1234', 'x^{tree}', 'x~1', 'x@{0}', 'ab:c', ':x', 'x^2', '-x', 'line\nfeed']) {
    it(`reads a file whose name looks like a revision: ${JSON.stringify(path)}`, async () => {
      const tree = await trees.derive(trees.head, [{ path, content: 'odd\n' }], 'odd');
      expect((await tree.read(path))?.toString()).to.equal('odd\n');
    });
  }

  it('reads many files at once', async () => {
    const edits = Array.from({ length: 500 }, (_, index) => ({
      path: `many/${index}`,
      content: `${index}\n`.repeat(index),
    }));
    const tree = await trees.derive(trees.base, edits, 'many');
    const contents = await Promise.all(edits.map(({ path }) => tree.read(path)));
    expect(contents.map(String)).to.deep.equal(edits.map(({ content }) => content));
  });

  it('makes every checkout with the same time stamps and modes', async () => {
    const derived = await trees.derive(trees.head, [{ path: 'dir/new', content: 'x' }], 'derived');
    const times = new Set<number>();
    for (const tree of [trees.base, trees.head, derived]) {
      const folder = await tree.directory();
      for (const path of ['.', ...allFiles(folder)]) {
        const stats = lstatSync(join(folder, path));
        times.add(stats.mtimeMs);
        if (!stats.isSymbolicLink()) {
          const executable = stats.isDirectory() || path === 'bin/run';
          expect(stats.mode & 0o777, path).to.equal(executable ? 0o755 : 0o644);
        }
      }
    }
    expect(times.size).to.equal(1);
  });

  it('makes modes that do not depend on the umask', async () => {
    const before = process.umask(0o077);
    try {
      const folder = await trees.head.directory();
      const modes = allFiles(folder).map((path) => statSync(join(folder, path)).mode & 0o777);
      expect(new Set(modes)).to.deep.equal(new Set([0o644, 0o755]));
    } finally {
      process.umask(before);
    }
  });

  it('checks out without the history', async () => {
    expect(allFiles(await trees.base.directory())).to.not.include('.git');
  });

  it('checks a tree out once', async () => {
    const [first, second] = await Promise.all([trees.head.directory(), trees.head.directory()]);
    expect(first).to.equal(second);
  });

  it('shares what is the same between checkouts', async () => {
    const [base, head] = [await trees.base.directory(), await trees.head.directory()];
    expect(statSync(join(base, 'dir/b.bin')).ino).to.equal(statSync(join(head, 'dir/b.bin')).ino);
    expect(readFileSync(join(base, 'a.txt'), 'utf8')).to.equal('one\ntwo\n');
    expect(readFileSync(join(head, 'a.txt'), 'utf8')).to.equal('one\n2\n');
  });

  it('derives the tree that git would make', async () => {
    const edits = [
      { path: 'a.txt', content: null },
      { path: 'new/deep.txt', content: Buffer.from([1, 13, 10, 255]) },
      { path: 'run', content: 'x', mode: '100755' as const },
      { path: 'bin/run', content: '#!/bin/bash\n' },
      { path: 'none', content: null },
    ];
    const derived = await trees.derive(trees.base, edits, 'derived');
    repository.commit({
      'a.txt': null,
      'new/deep.txt': Buffer.from([1, 13, 10, 255]),
      run: { executable: 'x' },
      'bin/run': { executable: '#!/bin/bash\n' },
    });
    expect(derived.id).to.equal(repository.git('rev-parse', 'HEAD^{tree}').trim());
    expect(derived.label).to.equal('derived');
  });

  it('derives a file in the place of a folder', async () => {
    const derived = await trees.derive(trees.base, [{ path: 'dir', content: 'x' }], 'derived');
    expect((await derived.list()).map(({ path }) => path)).to.deep.equal(['a.txt', 'bin/run', 'dir', 'link']);
  });

  it('derives a regular file in the place of a link', async () => {
    const derived = await trees.derive(trees.base, [{ path: 'link', content: 'x' }], 'derived');
    expect((await derived.list()).find(({ path }) => path === 'link')?.mode).to.equal('100644');
  });

  it('gives the same tree and checkout for the same edits', async () => {
    const edits = [{ path: 'a.txt', content: 'one\n2\n' }];
    const derived = await trees.derive(trees.base, edits, 'as head');
    expect(derived.id).to.equal(trees.head.id);
    expect(await derived.directory()).to.equal(await trees.head.directory());
  });

  it('derives many trees at once', async () => {
    const derived = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        trees.derive(trees.head, [{ path: 'n', content: `${index % 3}` }], `${index}`),
      ),
    );
    expect(new Set(derived.map(({ id }) => id)).size).to.equal(3);
  });

  for (const path of ['../x', '/x', '.git/config', 'a//b']) {
    it(`refuses to derive ${path}`, async () => {
      const error = await trees.derive(trees.base, [{ path, content: 'x' }], 'bad').catch((thrown: unknown) => thrown);
      expect(error).to.have.property('code', 'workspace/git-failed');
    });
  }

  it('tells what the patch changes', () => {
    expect(trees.patch.files).to.deep.equal([
      {
        status: 'modified',
        path: 'a.txt',
        oldMode: '100644',
        newMode: '100644',
        binary: false,
        hunks: [{ oldStart: 2, oldLines: 1, newStart: 2, newLines: 1, removed: ['two'], added: ['2'] }],
      },
    ]);
  });

  it('makes nothing of the checkouts writable for others', async () => {
    const mode = statSync(join(await trees.base.directory(), '..', '..')).mode & 0o077;
    expect(mode).to.equal(0);
  });

  it('agrees with git about what the checkout holds', async () => {
    const folder = await trees.head.directory();
    const status = execFileSync('git', ['--work-tree', folder, 'diff', '--stat', trees.head.id], {
      cwd: repository.folder,
      env: { ...process.env, GIT_ALTERNATE_OBJECT_DIRECTORIES: join(folder, '../../git/objects') },
    });
    expect(status.toString()).to.equal('');
  });
});

describe('GitReviewTrees: a large repository', () => {
  it('lists derived trees as git does, in its order', async () => {
    const site = new TestSite();
    try {
      const many = Object.fromEntries(Array.from({ length: 2100 }, (_, index) => [`many/${index}`, `${index}\n`]));
      const repository = site.repository({ ...many, 'dir/a.txt': 'a\n', 'z.txt': 'z\n' });
      const trees = await site.trees(repository, repository.patch({ 'many/5': 'five\n' }));
      await trees.base.list();
      const tree = await trees.derive(
        trees.head,
        [
          { path: 'dir/a.txt', content: null },
          { path: 'dir', content: 'a file now\n' },
          { path: 'dir.d/ü', content: 'ü\n' },
          { path: 'many/7', content: 'seven\n' },
        ],
        'derived',
      );
      const listed = (await tree.list()).map(({ path }) => path);
      expect(listed).to.include.members(['dir', 'dir.d/ü', 'many/5', 'z.txt']).and.not.include('dir/a.txt');
      expect(listed).to.deep.equal(
        [...listed].sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other))),
      );
      const five = (await tree.list()).find(({ path }) => path === 'many/5');
      expect(five).to.include({ size: 5, mode: '100644' });
    } finally {
      await site.close();
    }
  });
});
