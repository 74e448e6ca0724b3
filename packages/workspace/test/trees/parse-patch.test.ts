import { expect } from 'chai';
import fc from 'fast-check';

import { unquoteC } from '../../dist/trees/c-quote.js';
import { parsePatch } from '../../dist/trees/parse-patch.js';
import { TestSite } from './test-repository.js';

describe('parsePatch', () => {
  const fragment = fc.constantFrom(
    'diff --git a/x b/x\n',
    'diff --git "a/\\303\\244" "b/\\303\\244"\n',
    'diff --git \n',
    '--- a/x\n',
    '+++ b/x\n',
    '--- /dev/null\n',
    '@@ -1 +1 @@\n',
    '@@ -1,9999 +0,0 @@\n',
    '-a\n',
    '+b\n',
    ' c\n',
    '\n',
    '\\ No newline\n',
    'rename from x\n',
    'rename to "y\n',
    'new file mode 120000\n',
    'GIT binary patch\n',
    'literal 3\n',
    'Binary files a/x and b/x differ\n',
    '\r\n',
    'x',
  );

  it('reads anything without an error', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fragment.map((text) => Buffer.from(text)),
            fc.uint8Array().map((bytes) => Buffer.from(bytes)),
          ),
        ),
        (parts) => {
          expect(parsePatch(Buffer.concat(parts))).to.be.an('array');
        },
      ),
    );
  });

  it('takes no line of a hunk for a header', () => {
    const text = 'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,2 +1,3 @@\n--- a/y\n+++ b/y\n+diff --git a/z b/z\n c\n';
    const sections = parsePatch(Buffer.from(text));
    expect(sections.map(({ newPath }) => newPath?.path)).to.deep.equal(['x']);
    expect(sections[0]?.hunks[0]).to.include({ oldLines: 2, newLines: 3 });
  });

  const names = [
    { line: 'diff --git a/x y b/x y', path: 'x y' },
    { line: 'diff --git a/a b/a b/a b/a', path: 'a b/a' },
    { line: 'diff --git "a/q\\"x" "b/q\\"x"', path: 'q"x' },
    { line: 'diff --git "a/\\303\\244" b/\u00e4', path: 'ä' },
    { line: 'diff --git a/x b/y', path: undefined },
    { line: 'diff --git i/x w/x', path: 'x' },
  ];
  for (const { line, path } of names) {
    it(`reads ${path} from ${line}`, () => {
      const [section] = parsePatch(Buffer.from(`${line}\nold mode 100644\nnew mode 100755\n`));
      expect(section?.newPath?.path).to.equal(path);
    });
  }
});

describe('unquoteC', () => {
  it('reads every name that git quotes', async () => {
    const site = new TestSite();
    try {
      const repository = site.repository();
      const oid = repository.git('rev-parse', 'HEAD:a.txt').trim();
      const name = fc
        .uint8Array({ minLength: 1, maxLength: 12, min: 1 })
        .map((bytes) => Buffer.concat([Buffer.from('n'), Buffer.from(bytes.filter((byte) => byte !== 47))]));
      const names = fc.sample(name, 300);
      const { execFileSync } = await import('node:child_process');
      execFileSync('git', ['update-index', '-z', '--index-info'], {
        cwd: repository.folder,
        input: Buffer.concat(names.flatMap((bytes) => [Buffer.from(`100644 ${oid}\t`), bytes, Buffer.from([0])])),
      });
      const exact = repository.bytes('ls-files', '-z').toString('latin1').split('\0').filter(Boolean);
      const quoted = repository
        .bytes('-c', 'core.quotePath=true', 'ls-files')
        .toString('latin1')
        .split('\n')
        .filter(Boolean);
      const read = quoted.map((line) => unquoteC(Buffer.from(line, 'latin1'), 0)?.value.toString('latin1') ?? line);
      expect(read).to.deep.equal(exact);
    } finally {
      await site.close();
    }
  });

  for (const text of ['', 'a', '"', '"a', '"\\', '"\\9"', '"\\4"', '"\\x41"']) {
    it(`knows that ${text} is no quoted name`, () => {
      expect(unquoteC(Buffer.from(text), 0)).to.equal(undefined);
    });
  }
});
