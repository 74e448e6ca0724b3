import { expect } from 'chai';
import { lstatSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

import { TestSite, type Files } from './test-repository.js';

const LINES = Array.from({ length: 40 }, (_, index) => `line ${index}`).join('\n') + '\n';

const cases: readonly {
  readonly what: string;
  readonly base: Files;
  readonly head: Files;
  readonly options?: readonly string[];
}[] = [
  { what: 'a changed line', base: { 'a.js': LINES }, head: { 'a.js': LINES.replace('line 7\n', 'seven\n') } },
  { what: 'CRLF line ends', base: { 'a.txt': 'one\r\ntwo\r\nthree\r\n' }, head: { 'a.txt': 'one\r\n2\r\nthree\r\n' } },
  { what: 'a lone carriage return', base: { 'a.txt': 'a\rb\nc\n' }, head: { 'a.txt': 'a\rB\nc\n' } },
  { what: 'trailing white space', base: { 'a.txt': 'a\n' }, head: { 'a.txt': 'a \t\n\n\n' } },
  { what: 'a lost line feed at the end', base: { 'a.txt': 'a\nb\n' }, head: { 'a.txt': 'a\nb' } },
  { what: 'a line feed at the end', base: { 'a.txt': 'a\nb' }, head: { 'a.txt': 'a\nb\n' } },
  {
    what: 'bytes that are not UTF-8',
    base: { 'a.txt': Buffer.from('caf\xe9\nx\n', 'latin1') },
    head: { 'a.txt': Buffer.from('caf\xe8\nx\n', 'latin1') },
  },
  {
    what: 'a binary file',
    base: { 'a.bin': Buffer.from([0, 1, 2, 255]) },
    head: { 'a.bin': Buffer.from([0, 10, 13, 254]) },
  },
  { what: 'a new binary file', base: { 'a.txt': 'a\n' }, head: { 'b.bin': Buffer.from([0, 10, 13, 10, 128]) } },
  { what: 'a new file', base: { 'a.txt': 'a\n' }, head: { 'deep/er/b.txt': 'b\n' } },
  { what: 'an empty new file', base: { 'a.txt': 'a\n' }, head: { 'empty.txt': '' } },
  { what: 'a deleted file', base: { 'a.txt': 'a\n', 'b.txt': 'b\n' }, head: { 'a.txt': null } },
  { what: 'a deleted empty file', base: { 'a.txt': '', 'b.txt': 'b\n' }, head: { 'a.txt': null } },
  { what: 'a rename', base: { 'a.txt': LINES }, head: { 'a.txt': null, 'dir/b.txt': LINES }, options: ['-M'] },
  {
    what: 'a rename with a change',
    base: { 'a.txt': LINES },
    head: { 'a.txt': null, 'b.txt': `${LINES}more\n` },
    options: ['-M'],
  },
  {
    what: 'a copy',
    base: { 'a.txt': LINES },
    head: { 'b.txt': `${LINES}more\n` },
    options: ['-C', '--find-copies-harder'],
  },
  { what: 'an executable bit', base: { 'run.sh': '#!/bin/sh\n' }, head: { 'run.sh': { executable: '#!/bin/sh\n' } } },
  { what: 'a new executable', base: { 'a.txt': 'a\n' }, head: { 'run.sh': { executable: '#!/bin/sh\n' } } },
  {
    what: 'a mode change with a content change',
    base: { 'run.sh': '#!/bin/sh\n' },
    head: { 'run.sh': { executable: '#!/bin/sh\nls\n' } },
  },
  { what: 'a link inside the tree', base: { 'dir/a.txt': 'a\n' }, head: { 'link/b': { link: '../dir/a.txt' } } },
  {
    what: 'a file that becomes a link',
    base: { 'a.txt': 'a\n', 'b.txt': 'b\n' },
    head: { 'b.txt': { link: 'a.txt' } },
  },
  { what: 'a link that becomes a folder', base: { 'a/x': 'a\n', b: { link: 'a' } }, head: { b: null, 'b/y': 'y\n' } },
  { what: 'a file that becomes a folder', base: { a: 'a\n', b: 'b\n' }, head: { a: null, 'a/b': 'b\n' } },
  {
    what: 'names with spaces',
    base: { 'my file.txt': 'a\n', 'my dir/x y': 'x\n' },
    head: { 'my file.txt': 'b\n', 'my dir/x y': { executable: 'x\n' } },
  },
  { what: 'names in Unicode', base: { 'grün/日本.txt': 'a\n' }, head: { 'grün/日本.txt': 'b\n', 'é.txt': 'c\n' } },
  {
    what: 'names with quotes, tabs and line feeds',
    base: { 'q"uo\\te\tx\ny': 'a\n' },
    head: { 'q"uo\\te\tx\ny': 'b\n' },
  },
  {
    what: 'content that looks like a header',
    base: { 'a.txt': '-- a/x\n++ b/x\n' },
    head: { 'a.txt': 'diff --git a/x b/x\n--- a/x\n+++ b/x\n' },
  },
  {
    what: 'form feeds and line separators',
    base: { 'a.txt': 'a\fb\u2028c\vd\n' },
    head: { 'a.txt': 'a\fB\u2028c\vd\u0085\n' },
  },
];

describe('GitWorkspace: what a patch makes of the base', () => {
  let site: TestSite;
  beforeEach(() => (site = new TestSite()));
  afterEach(() => site.close());

  for (const { what, base, head, options = [] } of cases) {
    it(`is the tree that git makes: ${what}`, async () => {
      const repository = site.repository(base);
      const patch = repository.patch(head, ...options);
      const trees = await site.trees(repository, patch);
      expect(trees.head.id).to.equal(repository.treeAfter(patch));
    });

    it(`is on disk byte for byte: ${what}`, async () => {
      const repository = site.repository(base);
      const trees = await site.trees(repository, repository.patch(head, ...options));
      const folder = await trees.head.directory();
      for (const [path, content] of Object.entries({ ...base, ...head })) {
        const at = join(folder, path);
        if (content === null) {
          expect(lstatSync(at, { throwIfNoEntry: false })?.isFile() ?? false).to.equal(false);
        } else if (typeof content === 'string' || Buffer.isBuffer(content)) {
          expect(readFileSync(at).equals(Buffer.from(content)), path).to.equal(true);
          expect(lstatSync(at).mode & 0o777).to.equal(0o644);
        } else if ('link' in content) {
          expect(readlinkSync(at)).to.equal(content.link);
        } else {
          expect(readFileSync(at, 'utf8')).to.equal(content.executable);
          expect(lstatSync(at).mode & 0o777).to.equal(0o755);
        }
      }
    });

    it(`is the same through a ref: ${what}`, async () => {
      const repository = site.repository(base);
      const main = repository.git('rev-parse', 'HEAD').trim();
      const commit = repository.commit(head);
      repository.git('reset', '-q', '--hard', main);
      const result = await site.openHead(repository, commit);
      if (result.kind !== 'opened') throw new Error(JSON.stringify(result));
      expect(result.trees.head.id).to.equal(repository.git('rev-parse', `${commit}^{tree}`).trim());
      const again = await site.trees(repository, repository.bytes('diff', '--binary', main, commit));
      expect(again.patch.files).to.deep.equal(result.trees.patch.files);
    });
  }

  it('takes a patch with a mail around it', async () => {
    const repository = site.repository();
    const main = repository.git('rev-parse', 'HEAD').trim();
    repository.commit({ 'a.txt': 'one\n2\nthree\n' });
    const mail = repository.bytes('format-patch', '--stdout', '-1');
    repository.git('reset', '-q', '--hard', main);
    expect((await site.trees(repository, mail)).patch.files.map(({ path }) => path)).to.deep.equal(['a.txt']);
  });

  it('takes a traditional unified diff', async () => {
    const text = '--- a/a.txt\t2020-01-01\n+++ b/a.txt\t2020-01-02\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n';
    const trees = await site.trees(site.repository(), text);
    expect((await trees.head.read('a.txt'))?.toString()).to.equal('one\n2\nthree\n');
  });
});
