import { expect } from 'chai';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { newFilePatch, opened, TestSite, type TestRepository } from './test-repository.js';

/**
 * Every file below a folder with its mode, time stamp and content. No time stamps of objects: git refreshes them, also in
 * a repository that it borrows from, when the very same object is made again; that keeps them from being pruned.
 */
function fingerprint(folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  const visit = (path: string) => {
    const stats = lstatSync(path);
    const isObject = path.includes('/.git/objects/') && stats.isFile();
    const facts = `${stats.mode} ${isObject ? '' : stats.mtimeMs} ${stats.ino}`;
    if (stats.isDirectory()) {
      found[path] = facts;
      for (const name of readdirSync(path)) visit(join(path, name));
    } else {
      const content = stats.isSymbolicLink() ? readlinkSync(path) : readFileSync(path);
      found[path] = `${facts} ${createHash('sha256').update(content).digest('hex')}`;
    }
  };
  visit(folder);
  return found;
}

/** Everything that a repository can have git run, each leaving a file where it ran. */
function makeHostile(repository: TestRepository, marks: string): void {
  mkdirSync(marks);
  const script = join(marks, '..', 'hostile.sh');
  writeFileSync(script, `#!/bin/sh\ntouch "${marks}/ran-$1-$(basename "$0")"\ncat\n`);
  chmodSync(script, 0o755);
  const hooks = join(repository.folder, '.git', 'hooks');
  mkdirSync(hooks, { recursive: true });
  for (const hook of [
    'post-checkout',
    'post-index-change',
    'reference-transaction',
    'pre-commit',
    'post-commit',
    'applypatch-msg',
    'pre-applypatch',
    'post-applypatch',
    'fsmonitor-watchman',
    'pre-auto-gc',
    'post-rewrite',
    'pre-merge-commit',
  ]) {
    writeFileSync(join(hooks, hook), `#!/bin/sh\ntouch "${marks}/hook-${hook}"\n`);
    chmodSync(join(hooks, hook), 0o755);
  }
  const settings = {
    'core.fsmonitor': `${script} fsmonitor`,
    'core.hooksPath': hooks,
    'core.sshCommand': `${script} ssh`,
    'core.pager': `${script} pager`,
    'core.editor': `${script} editor`,
    'core.askPass': `${script} askpass`,
    'core.gitProxy': `${script} proxy`,
    'core.alternateRefsCommand': `${script} alternate`,
    'core.autocrlf': 'true',
    'diff.external': `${script} external`,
    'diff.evil.textconv': `${script} textconv`,
    'diff.evil.command': `${script} command`,
    'filter.evil.clean': `${script} clean`,
    'filter.evil.smudge': `${script} smudge`,
    'filter.evil.process': `${script} process`,
    'filter.evil.required': 'true',
    'merge.evil.driver': `${script} merge`,
    'credential.helper': `!${script} credential`,
    'gpg.program': `${script} gpg`,
    'protocol.allow': 'always',
    'protocol.ext.allow': 'always',
    'remote.origin.url': `ext::${script} remote`,
    'remote.origin.promisor': 'true',
    'remote.origin.partialCloneFilter': 'blob:none',
    'uploadpack.packObjectsHook': `${script} pack`,
    'apply.whitespace': 'fix',
    'alias.rev-parse': `!${script} alias`,
  };
  for (const [name, value] of Object.entries(settings)) repository.git('config', name, value);
  writeFileSync(
    join(repository.folder, '.git', 'info', 'attributes'),
    '* filter=evil diff=evil merge=evil text eol=crlf\n',
  );
}

describe('GitWorkspace: the repository of the user', () => {
  let site: TestSite;
  beforeEach(() => (site = new TestSite()));
  afterEach(() => site.close());

  async function review(repository: TestRepository, patch: Buffer): Promise<void> {
    const trees = await site.trees(repository, patch);
    await trees.base.directory();
    await trees.head.directory();
    const derived = await trees.derive(trees.head, [{ path: 'new.txt', content: 'new\n' }], 'derived');
    await derived.directory();
    await trees.head.list();
    await trees.head.read('a.txt');
    opened(await site.openHead(repository, 'feature'));
    await site.workspace.readAt(repository.folder, 'HEAD', 'a.txt');
    await site.workspace.sweep();
    await trees.close();
  }

  function busyRepository(): { readonly repository: TestRepository; readonly patch: Buffer } {
    const repository = site.repository({
      'a.txt': 'one\ntwo\nthree\n',
      '.gitattributes': '*.txt filter=evil diff=evil\n',
    });
    repository.git('checkout', '-q', '-b', 'feature');
    repository.commit({ 'b.txt': 'b\n' });
    repository.git('checkout', '-q', 'main');
    repository.write({ 'a.txt': 'stashed\n' });
    repository.git('stash');
    const patch = repository.patch({ 'a.txt': 'one\n2\nthree\n' });
    repository.write({ 'staged.txt': 'staged\n' });
    repository.git('add', 'staged.txt');
    repository.write({ 'a.txt': 'changed and not staged\n', 'untracked.txt': 'u\n' });
    return { repository, patch };
  }

  it('is the same afterwards: work tree, index, refs, stash, settings and objects', async () => {
    const { repository, patch } = busyRepository();
    const before = fingerprint(repository.folder);
    await review(repository, patch);
    expect(fingerprint(repository.folder)).to.deep.equal(before);
  });

  it('gets no hook, filter, monitor, converter or helper run', async () => {
    const { repository, patch } = busyRepository();
    const marks = join(site.root, 'marks');
    makeHostile(repository, marks);
    const before = fingerprint(repository.folder);
    await review(repository, patch);
    expect(readdirSync(marks)).to.deep.equal([]);
    expect(fingerprint(repository.folder)).to.deep.equal(before);
  });

  it('would have run them, had git been used as usual', () => {
    const { repository } = busyRepository();
    const marks = join(site.root, 'marks');
    makeHostile(repository, marks);
    expect(() => repository.git('status')).to.throw(/filter 'evil' failed/);
    expect(readdirSync(marks)).to.not.deep.equal([]);
  });

  it('changes no byte through its attributes and settings', async () => {
    const { repository, patch } = busyRepository();
    makeHostile(repository, join(site.root, 'marks'));
    const trees = await site.trees(repository, patch);
    expect(readFileSync(join(await trees.head.directory(), 'a.txt'), 'utf8')).to.equal('one\n2\nthree\n');
  });

  it('changes no byte through the attributes of the commit', async () => {
    const attributes = '* text eol=crlf ident working-tree-encoding=UTF-16 -diff';
    const repository = site.repository({ 'a.txt': '$Id$\n', 'b.md': 'b\n' });
    const patch = newFilePatch('.gitattributes', attributes) + String(repository.patch({ 'b.md': 'c\n' }));
    const trees = await site.trees(repository, patch);
    expect(readFileSync(join(await trees.head.directory(), 'a.txt'), 'utf8')).to.equal('$Id$\n');
    expect(trees.patch.files.find(({ path }) => path === 'b.md')).to.include({ binary: false });
  });

  it('does not come in through the environment of a git hook', async () => {
    const repository = site.repository();
    const other = site.repository({ 'other.txt': 'x\n' });
    const patch = repository.patch({ 'a.txt': 'x\n' });
    process.env['GIT_DIR'] = join(other.folder, '.git');
    process.env['GIT_INDEX_FILE'] = join(other.folder, '.git', 'index');
    try {
      const { GitWorkspace } = await import('@typed-evidence-chain/workspace');
      const workspace = new GitWorkspace({ scratchRoot: site.scratchRoot });
      const change = { kind: 'patch', text: patch } as const;
      const result = await workspace.open({ repository: repository.folder, change, maxPatchBytes: 1e6 });
      const files = await opened(result).base.list();
      await opened(result).close();
      expect(files.map(({ path }) => path)).to.deep.equal(['a.txt']);
    } finally {
      delete process.env['GIT_DIR'];
      delete process.env['GIT_INDEX_FILE'];
    }
  });

  it('can be reviewed twice at the same time', async () => {
    const repository = site.repository();
    const [first, second] = await Promise.all([
      site.trees(repository, repository.patch({ 'a.txt': 'first\n' })),
      site.trees(repository, repository.patch({ 'a.txt': 'second\n' })),
    ]);
    const [one, two] = await Promise.all([first.head.directory(), second.head.directory()]);
    await first.close();
    expect(existsSync(one)).to.equal(false);
    expect(readFileSync(join(two, 'a.txt'), 'utf8')).to.equal('second\n');
    expect((await second.head.read('a.txt'))?.toString()).to.equal('second\n');
  });
});
