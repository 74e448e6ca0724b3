import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect } from 'chai';
import fc from 'fast-check';

import { DerivedTrees, type PlacedEdit } from '../../dist/trees/derived-trees.js';
import type { ObjectFormat } from '../../dist/trees/object-id.js';
import { parseTreeListing, type TreeEntry } from '../../dist/trees/parse-tree-listing.js';

// Names that sort differently as a file and as a folder, and such as need more than one byte.
const name = fc.constantFrom('a', 'a.b', 'a-b', 'a0', 'B', 'ä', 'z z', '€');
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));
const edits: fc.Arbitrary<PlacedEdit[]> = fc.array(
  fc.record({
    path,
    mode: fc.constantFrom('100644' as const, '100755' as const, '120000' as const),
    content: fc.option(fc.string({ maxLength: 4 }), { nil: null, freq: 3 }),
  }),
  { maxLength: 12 },
);

describe('derived trees', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'derived-trees-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** The same edits, one after the other, in an index of git. */
  function byGit(repository: string, all: readonly PlacedEdit[]): { id: string; listing: readonly TreeEntry[] } {
    const git = (args: readonly string[], input: string | Buffer = ''): Buffer =>
      execFileSync('git', ['-C', repository, ...args], { input, stdio: ['pipe', 'pipe', 'ignore'] });
    git(['read-tree', '--empty']);
    for (const { path: at, mode, content } of all) {
      const oid = content === null ? undefined : git(['hash-object', '-w', '--stdin'], content).toString().trim();
      const line = oid === undefined ? `0 ${'0'.repeat(40)}\t${at}\0` : `${mode} ${oid}\t${at}\0`;
      git(['update-index', '-z', '--index-info'], line);
    }
    const id = git(['write-tree']).toString().trim();
    return { id, listing: parseTreeListing(git(['ls-tree', '-r', '-z', '--long', '--full-tree', id])) };
  }

  it('have the id and the listing that git gives the same files, edited at once or one after the other', async function () {
    this.timeout(120_000);
    const repository = join(folder, 'repository');
    execFileSync('git', ['init', '--quiet', '--bare', repository]);
    await fc.assert(
      fc.asyncProperty(edits, async (all) => {
        const derived = new DerivedTrees(join(folder, 'contents'), 'sha1');
        const expected = byGit(repository, all);

        const atOnce = await derived.edit([], all);
        let listing: readonly TreeEntry[] = [];
        for (const one of all) listing = derived.list(await derived.edit(listing, [one])) ?? [];

        expect(atOnce).to.equal(expected.id);
        expect(derived.list(atOnce)).to.deep.equal(expected.listing);
        expect(listing).to.deep.equal(expected.listing);
      }),
      { numRuns: 25 },
    );
  });

  for (const [format, id] of [
    ['sha1', '4b825dc642cb6eb9a060e54bf8d69288fbee4904'],
    ['sha256', '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321'],
  ] as const satisfies readonly (readonly [ObjectFormat, string])[]) {
    it(`know the empty tree of ${format}`, async () => {
      expect(await new DerivedTrees(folder, format).edit([], [])).to.equal(id);
    });
  }

  it('keep the contents of what is new, byte for byte', async () => {
    const derived = new DerivedTrees(join(folder, 'contents'), 'sha1');
    const content = Buffer.from([0, 255, 10, 13]);
    const id = await derived.edit([], [{ path: 'x', mode: '100644', content }]);

    const oid = derived.list(id)?.[0]?.oid ?? '';
    expect(await derived.content(oid)).to.deep.equal(content);
    expect(await derived.content('0'.repeat(40))).to.equal(undefined);
  });
});
