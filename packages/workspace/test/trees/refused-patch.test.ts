import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';

import { newFilePatch, problemsOf, TestSite, type Files } from './test-repository.js';

describe('GitWorkspace: a patch that is refused', () => {
  let site: TestSite;
  beforeEach(() => (site = new TestSite()));
  afterEach(() => site.close());

  describe('because it is unsafe', () => {
    const cases: readonly { readonly path: string; readonly reason: RegExp; readonly base?: Files }[] = [
      { path: '../outside.txt', reason: /leaves the tree/ },
      { path: 'src/../../outside.txt', reason: /leaves the tree/ },
      { path: '/etc/passwd', reason: /absolute/ },
      { path: '.git/hooks/post-checkout', reason: /\.git folder/ },
      { path: 'sub/.git/config', reason: /\.git folder/ },
      { path: '.GIT/config', reason: /\.git folder/ },
      { path: '.git /config', reason: /\.git folder/ },
      { path: '.git./config', reason: /\.git folder/ },
      { path: 'git~1/config', reason: /\.git folder/ },
      { path: '.git::$INDEX_ALLOCATION/config', reason: /\.git folder/ },
      { path: '.g\u200cit/config', reason: /\.git folder/ },
      { path: 'C:/windows/x', reason: /drive letter/ },
      { path: 'src\\\\..\\\\x', reason: /leaves the tree/ },
      { path: 'a\\\\b', reason: /backslash/ },
      { path: './a', reason: /component/ },
      { path: 'a//b', reason: /component/ },
      { path: 'node_modules/chai/index.js', reason: /installed dependencies/ },
      { path: 'packages/a/node_modules/x/index.js', reason: /installed/, base: { 'packages/a/package.json': '{}' } },
      { path: 'link/x', reason: /symbolic link/, base: { link: { link: '/tmp' } } },
    ];
    for (const { path, reason, base } of cases) {
      it(`names the reason for ${JSON.stringify(path)}`, async () => {
        const result = await site.open(site.repository(base), newFilePatch(path));
        expect(Object.values(problemsOf(result)).join()).to.match(reason);
      });
    }

    const links: readonly {
      readonly at: string;
      readonly to: string;
      readonly reason: RegExp;
      readonly base?: Files;
    }[] = [
      { at: 'link', to: '/etc', reason: /absolute/ },
      { at: 'link', to: '..', reason: /out of the tree/ },
      { at: 'a/link', to: '../../x', reason: /out of the tree/ },
      { at: 'link', to: 'a/../../x', reason: /out of the tree/ },
      { at: 'link', to: '.git/config', reason: /\.git folder/ },
      { at: 'link', to: 'old/x', reason: /absolute/, base: { old: { link: '/etc' } } },
      { at: 'b/link', to: 'up/../../x', reason: /out of the tree/, base: { 'b/up': { link: '..' } } },
    ];
    for (const { at, to, reason, base } of links) {
      it(`follows the link ${at} to ${to}`, async () => {
        const result = await site.open(site.repository(base), newFilePatch(at, to, '120000'));
        expect(problemsOf(result)[at]).to.match(reason);
      });
    }

    it('sees that a link of the base is led astray by another link', async () => {
      const repository = site.repository({ 'd/up/x': 'x\n', link: { link: 'd/up/../../a' }, a: 'a\n' });
      const result = await site.open(repository, repository.patch({ 'd/up': { link: '..' } }));
      expect(problemsOf(result)).to.have.property('link');
    });

    it('sees a link and a file below it in one patch', async () => {
      const result = await site.open(site.repository(), newFilePatch('dir', '/tmp', '120000') + newFilePatch('dir/x'));
      expect(problemsOf(result)).to.include({ 'dir/x': 'the path goes through a symbolic link' });
    });

    it('sees names that are quoted in octal', async () => {
      const text = newFilePatch('x').replaceAll('a/x', '"a/\\056git/x"').replaceAll('b/x', '"b/\\056git/x"');
      expect(problemsOf(await site.open(site.repository(), text))).to.have.property('.git/x');
    });

    it('sees the names of a rename', async () => {
      const text = 'diff --git a/a.txt b/../b\nsimilarity index 100%\nrename from a.txt\nrename to ../b\n';
      expect(problemsOf(await site.open(site.repository(), text))).to.have.property('../b');
    });

    it('refuses a name that is no text', async () => {
      const text = Buffer.from(newFilePatch('caf\xe9'), 'latin1');
      expect(Object.values(problemsOf(await site.open(site.repository(), text))).join()).to.match(/UTF-8/);
    });

    it('leaves links of the base alone', async () => {
      const repository = site.repository({ out: { link: '/etc' }, in: { link: 'a' }, a: 'a\n' });
      const result = await site.open(repository, repository.patch({ in: { link: './a' } }));
      expect(result.kind).to.equal('opened');
    });

    it('judges the changes of a ref, too', async () => {
      const repository = site.repository();
      repository.git('checkout', '-q', '-b', 'feature');
      repository.commit({ out: { link: '../../x' } });
      repository.git('checkout', '-q', 'main');
      expect(problemsOf(await site.openHead(repository, 'feature'))).to.have.property('out');
    });

    it('takes changes of tracked node_modules', async () => {
      const repository = site.repository({ 'test/fixture/node_modules/x/index.js': '1\n' });
      const result = await site.open(repository, newFilePatch('test/fixture/node_modules/x/other.js'));
      expect(result.kind).to.equal('opened');
    });
  });

  describe('because it does not apply', () => {
    const cases: readonly { readonly what: string; readonly text: string; readonly reason: RegExp }[] = [
      { what: 'is empty', text: '', reason: /empty/ },
      { what: 'is white space', text: '\n \n', reason: /empty/ },
      {
        what: 'has another context',
        text: 'diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n one\n-deux\n+2\n three\n',
        reason: /a\.txt/,
      },
      {
        what: 'needs fuzz',
        text: 'diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n ONE\n-two\n+2\n three\n',
        reason: /a\.txt/,
      },
      {
        what: 'differs in white space',
        text: 'diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n one \n-two\n+2\n three\n',
        reason: /a\.txt/,
      },
      {
        what: 'names a file that is not there',
        text: 'diff --git a/b.txt b/b.txt\n--- a/b.txt\n+++ b/b.txt\n@@ -1 +1 @@\n-x\n+y\n',
        reason: /b\.txt/,
      },
      { what: 'adds a file that is there', text: newFilePatch('a.txt'), reason: /a\.txt/ },
      {
        what: 'is cut off',
        text: 'diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n one\n-two\n',
        reason: /corrupt/,
      },
      {
        what: 'has no data for a binary file',
        text: `${newFilePatch('c')}diff --git a/b.png b/b.png\nindex 1234567..89abcde 100644\nBinary files a/b.png and b/b.png differ\n`,
        reason: /b\.png is binary/,
      },
      {
        what: 'changes nothing',
        text: 'diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+two\n three\n',
        reason: /changes nothing/,
      },
      {
        what: 'names a file and leaves it as it is',
        text: `${newFilePatch('c')}diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+two\n three\n`,
        reason: /leaves it as it is/,
      },
    ];
    for (const { what, text, reason } of cases) {
      it(`says why, when it ${what}`, async () => {
        const result = await site.open(site.repository(), text);
        expect(result.kind).to.equal('does-not-apply');
        expect(result).to.have.property('reason').that.matches(reason);
      });
    }
  });

  it('is not looked at when it is too long', async () => {
    const repository = site.repository();
    const text = Buffer.from(newFilePatch('b.txt', 'x'.repeat(1000)));
    const change = { kind: 'patch', text } as const;
    const result = await site.workspace.open({ repository: repository.folder, change, maxPatchBytes: 1000 });
    expect(result).to.deep.equal({
      kind: 'too-large',
      baseCommit: repository.git('rev-parse', 'HEAD').trim(),
      digest: `sha256:${createHash('sha256').update(text).digest('hex')}`,
      bytes: text.length,
    });
  });

  it('is not looked at when the change of a ref is too long', async () => {
    const repository = site.repository();
    const commit = repository.commit({ 'b.txt': 'x'.repeat(1000) });
    const change = { kind: 'head', ref: commit } as const;
    const result = await site.workspace.open({
      repository: repository.folder,
      base: 'HEAD^',
      change,
      maxPatchBytes: 1000,
    });
    expect(result.kind).to.equal('too-large');
    expect(result).to.have.property('bytes').that.is.greaterThan(1000);
  });

  it('leaves no scratch folder', async () => {
    await site.open(site.repository(), newFilePatch('../x'));
    await site.open(site.repository(), newFilePatch('a.txt'));
    expect(readdirSync(site.scratchRoot)).to.deep.equal([]);
  });

  it('is an input error when it is no patch at all', async () => {
    const error = await site.open(site.repository(), 'I fixed the bug.\n').catch((thrown: unknown) => thrown);
    expect(error).to.have.property('code', 'input/not-a-patch');
    expect(readdirSync(site.scratchRoot)).to.deep.equal([]);
  });
});
