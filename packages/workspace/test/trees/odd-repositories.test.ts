import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { GitWorkspace } from '@typed-evidence-chain/workspace';

import { newFilePatch, opened, TestRepository, TestSite } from './test-repository.js';

describe('GitWorkspace: kinds of repositories', () => {
  let site: TestSite;
  beforeEach(() => (site = new TestSite()));
  afterEach(() => site.close());

  const clone = (source: TestRepository, ...options: readonly string[]): TestRepository => {
    const folder = join(mkdtempSync(join(site.root, 'clone-')), 'copy');
    execFileSync('git', ['clone', '-q', ...options, source.folder, folder], { stdio: 'pipe' });
    return new TestRepository(folder);
  };
  const errorOf = (promise: Promise<unknown>): Promise<unknown> => promise.catch((thrown: unknown) => thrown);

  async function expectReviewable(repository: TestRepository): Promise<void> {
    const trees = await site.trees(repository, newFilePatch('new.txt', 'hello'));
    expect((await trees.head.read('new.txt'))?.toString()).to.equal('hello\n');
    await trees.head.directory();
    expect(trees.baseCommit).to.equal(repository.git('rev-parse', 'HEAD').trim());
  }

  it('a shallow clone', async () => {
    const source = site.repository();
    source.commit({ 'b.txt': 'b\n' });
    const shallow = clone(source, '--depth=1', '--no-local');
    shallow.git('checkout', '-q', '-b', 'feature');
    shallow.commit({ 'c.txt': 'c\n' });
    shallow.git('checkout', '-q', 'main');
    await expectReviewable(shallow);
    expect((await site.openHead(shallow, 'feature')).kind).to.equal('opened');
  });

  it('a linked worktree, with its own HEAD', async () => {
    const main = site.repository();
    const folder = join(site.root, 'linked');
    main.git('worktree', 'add', '-q', '-b', 'other', folder);
    const linked = new TestRepository(folder);
    linked.commit({ 'b.txt': 'b\n' });
    await expectReviewable(linked);
  });

  it('a clone that borrows objects from one that borrows objects', async () => {
    const first = clone(site.repository(), '--shared');
    await expectReviewable(clone(first, '--shared'));
  });

  it('alternates with relative paths', async () => {
    const source = site.repository();
    const borrower = clone(source, '--shared');
    const nested = clone(borrower, '--shared');
    const relative = `../../../../${source.folder.slice(site.root.length + 1)}/.git/objects\n`;
    writeFileSync(join(borrower.folder, '.git/objects/info/alternates'), relative);
    await expectReviewable(borrower);
    await expectReviewable(nested);
  });

  it('object ids in SHA-256', async () => {
    const repository = site.repository({ 'a.txt': 'a\n' }, ['--object-format=sha256']);
    const trees = await site.trees(repository, newFilePatch('b.txt'));
    const derived = await trees.derive(trees.head, [{ path: 'a.txt', content: null }], 'derived');
    expect((await derived.list()).map(({ path }) => path)).to.deep.equal(['b.txt']);
    expect(trees.head.id).to.have.length(64);
  });

  it('a bare repository', async () => {
    await expectReviewable(clone(site.repository(), '--bare'));
  });

  it('packed objects and packed refs', async () => {
    const repository = site.repository();
    repository.git('gc', '-q');
    await expectReviewable(repository);
  });

  it('a base with a submodule', async () => {
    const repository = site.repository();
    repository.git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},lib/sub`);
    repository.git('commit', '-q', '-m', 'submodule');
    await expectReviewable(repository);
  });

  it('a submodule itself', async () => {
    const [inner, outer] = [site.repository(), site.repository()];
    outer.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.folder, 'sub');
    await expectReviewable(new TestRepository(join(outer.folder, 'sub')));
  });

  it('a file name that is not UTF-8', async () => {
    const repository = site.repository();
    const oid = repository.git('rev-parse', 'HEAD:a.txt').trim();
    execFileSync('git', ['update-index', '-z', '--index-info'], {
      cwd: repository.folder,
      input: Buffer.from(`100644 ${oid}\td\xe9r/caf\xe9\0`, 'latin1'),
    });
    repository.git('commit', '-q', '-m', 'latin1');
    const trees = await site.trees(repository, newFilePatch('new.txt'));
    const found = execFileSync('find', [await trees.head.directory(), '-type', 'f']);
    expect(found.toString('latin1')).to.include('d\xe9r/caf\xe9');
  });

  it('a folder below the root', async () => {
    const repository = site.repository({ 'deep/er/a.txt': 'a\n' });
    await expectReviewable(new TestRepository(join(repository.folder, 'deep/er')));
  });

  it('a path with a space, a quote and a line feed', async () => {
    const folder = join(site.root, 'my "re\npo');
    mkdirSync(folder);
    execFileSync('cp', ['-r', `${site.repository().folder}/.`, folder]);
    await expectReviewable(new TestRepository(folder));
  });

  it('an older commit as the base', async () => {
    const repository = site.repository();
    repository.commit({ 'b.txt': 'b\n' });
    const trees = await site.trees(repository, newFilePatch('b.txt'), 'HEAD^');
    expect(trees.baseCommit).to.equal(repository.git('rev-parse', 'HEAD^').trim());
  });

  it('the merge base as the base of a ref', async () => {
    const repository = site.repository();
    const fork = repository.git('rev-parse', 'HEAD').trim();
    repository.git('checkout', '-q', '-b', 'feature');
    repository.commit({ 'b.txt': 'b\n' });
    repository.git('checkout', '-q', 'main');
    repository.commit({ 'c.txt': 'c\n' });
    const trees = opened(await site.openHead(repository, 'feature'));
    expect(trees.baseCommit).to.equal(fork);
    expect(trees.patch.files.map(({ path }) => path)).to.deep.equal(['b.txt']);
  });

  it('a path relative to the current folder', async () => {
    const { folder } = site.repository();
    await expectReviewable(new TestRepository(relative(process.cwd(), folder)));
  });

  describe('resolveBase', () => {
    it('gives what a review would take as the base', async () => {
      const repository = site.repository();
      const fork = repository.git('rev-parse', 'HEAD').trim();
      repository.git('checkout', '-q', '-b', 'feature');
      const head = repository.commit({ 'b.txt': 'b\n' });
      repository.git('checkout', '-q', 'main');
      const main = repository.commit({ 'c.txt': 'c\n' });
      const { folder } = repository;
      expect(await site.workspace.resolveBase({ repository: folder })).to.equal(main);
      expect(await site.workspace.resolveBase({ repository: folder, head: 'feature' })).to.equal(fork);
      expect(await site.workspace.resolveBase({ repository: folder, base: 'feature' })).to.equal(head);
    });

    it('says so where two histories have nothing in common', async () => {
      const repository = site.repository();
      repository.git('checkout', '-q', '--orphan', 'island');
      repository.commit({ 'b.txt': 'b\n' });
      const error = await errorOf(site.workspace.resolveBase({ repository: repository.folder, head: 'main' }));
      expect(error).to.have.property('code', 'input/unknown-ref');
    });
  });

  it('not a partial clone that lacks files: the error says what to do', async () => {
    const source = site.repository();
    source.git('config', 'uploadpack.allowFilter', 'true');
    const repository = clone(source, '--filter=blob:none', '--no-checkout', '--no-local');
    const error = await errorOf(site.open(repository, newFilePatch('b.txt')));
    expect(error).to.have.property('code', 'workspace/git-failed');
    expect(error).to.have.property('remedy').that.matches(/fetch/);
  });

  it('not a folder without a repository', async () => {
    expect(await errorOf(site.open(new TestRepository(site.root), newFilePatch('b')))).to.have.property(
      'code',
      'input/not-a-repository',
    );
  });

  it('not a folder that is not there', async () => {
    const nowhere = new TestRepository(join(site.root, 'nowhere'));
    expect(await errorOf(site.open(nowhere, newFilePatch('b')))).to.have.property('code', 'input/not-a-repository');
  });

  it('not one without a commit: the error says what to do', async () => {
    const folder = mkdtempSync(join(site.root, 'fresh-'));
    execFileSync('git', ['init', '-q', folder]);
    const error = await errorOf(site.open(new TestRepository(folder), newFilePatch('b')));
    expect(error).to.have.property('code', 'input/unknown-ref');
    expect(error)
      .to.have.property('remedy')
      .that.matches(/commit/);
  });

  for (const ref of ['nothing', '--help', 'HEAD:a.txt', '']) {
    it(`not an unknown ref: ${JSON.stringify(ref)}`, async () => {
      const error = await errorOf(site.open(site.repository(), newFilePatch('b'), ref));
      expect(error).to.have.property('code', 'input/unknown-ref');
    });
  }

  it('none without git', async () => {
    const workspace = new GitWorkspace({ scratchRoot: site.scratchRoot, env: { PATH: join(site.root, 'empty') } });
    const error = await errorOf(workspace.readAt(site.repository().folder, 'HEAD', 'a.txt'));
    expect(error).to.have.property('code', 'workspace/git-missing');
  });

  describe('readAt', () => {
    it('gives the bytes at the commit', async () => {
      const repository = site.repository({ 'a.bin': Buffer.from([0, 255]) });
      repository.write({ 'a.bin': 'changed' });
      expect(await site.workspace.readAt(repository.folder, 'HEAD', 'a.bin')).to.deep.equal({
        path: 'a.bin',
        content: Buffer.from([0, 255]),
      });
    });

    for (const path of ['none', '.', 'dir', '../x', '']) {
      it(`gives nothing for ${JSON.stringify(path)}`, async () => {
        const repository = site.repository({ 'dir/a': 'a' });
        expect(await site.workspace.readAt(repository.folder, 'HEAD', path)).to.equal(undefined);
      });
    }

    it('reads from the root, also when asked in a folder below', async () => {
      const repository = site.repository({ 'dir/a': 'a', b: 'b' });
      const found = await site.workspace.readAt(join(repository.folder, 'dir'), 'main', 'b');
      expect(String(found?.content)).to.equal('b');
    });

    it('gives the first of several files that is there', async () => {
      const repository = site.repository({ b: 'b', c: 'c' });
      const found = await site.workspace.readAt(repository.folder, 'HEAD', 'a', 'c', 'b');
      expect(found).to.deep.equal({ path: 'c', content: Buffer.from('c') });
    });
  });

  describe('dependencies', () => {
    it('are the installed folders beside tracked manifests, with their real place', async () => {
      const repository = site.repository({ 'package.json': '{}', 'packages/a/package.json': '{}', 'other/x': 'x' });
      const store = join(site.root, 'store');
      for (const folder of ['node_modules/x/node_modules', 'packages/a', 'other/node_modules', '.venv']) {
        mkdirSync(join(repository.folder, folder), { recursive: true });
      }
      mkdirSync(store);
      symlinkSync(store, join(repository.folder, 'packages/a/node_modules'));
      writeFileSync(join(repository.folder, '.venv/pyvenv.cfg'), '');
      writeFileSync(join(repository.folder, 'node_modules/x/package.json'), '{}');
      const trees = await site.trees(repository, newFilePatch('new.txt'));
      expect(trees.dependencies).to.deep.equal([
        { path: 'node_modules', source: join(repository.folder, 'node_modules') },
        { path: 'packages/a/node_modules', source: store },
        { path: '.venv', source: join(repository.folder, '.venv') },
      ]);
    });

    it('are not what the commit tracks', async () => {
      const repository = site.repository({ 'package.json': '{}', 'node_modules/x/index.js': '' });
      expect((await site.trees(repository, newFilePatch('new.txt'))).dependencies).to.deep.equal([]);
    });
  });
});
