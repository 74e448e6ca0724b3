import { expect } from 'chai';
import fc from 'fast-check';

import type { Hunk } from '@typed-evidence-chain/core';

import { TestSite } from './test-repository.js';

/** Lines with their ends; the last may have none. */
function linesOf(content: Buffer): readonly Buffer[] {
  const lines: Buffer[] = [];
  for (let start = 0; start < content.length;) {
    const end = content.indexOf(10, start);
    lines.push(content.subarray(start, end < 0 ? content.length : end + 1));
    start = end < 0 ? content.length : end + 1;
  }
  return lines;
}

/** The base with every hunk replaced by the lines of the head that it names. */
function splice(base: Buffer, head: Buffer, hunks: readonly Hunk[]): Buffer {
  const [before, after] = [linesOf(base), linesOf(head)];
  const result: Buffer[] = [];
  let at = 0;
  for (const hunk of hunks) {
    const start = hunk.oldLines === 0 ? hunk.oldStart : hunk.oldStart - 1;
    const newStart = hunk.newLines === 0 ? hunk.newStart : hunk.newStart - 1;
    result.push(...before.slice(at, start), ...after.slice(newStart, newStart + hunk.newLines));
    at = start + hunk.oldLines;
  }
  return Buffer.concat([...result, ...before.slice(at)]);
}

const line = fc.oneof(
  fc.constantFrom(
    '',
    'a',
    'b',
    '}',
    '\r',
    '-- a',
    '++ b',
    '@@ -1 +1 @@',
    'diff --git a/x b/x',
    '\\ No newline',
    ' x',
    '\u2028',
  ),
  fc.string({ maxLength: 4 }).map((text) => text.replaceAll('\n', '').replaceAll('\0', '')),
);
const bytes = fc.constantFrom(Buffer.from([0xff]), Buffer.from([0xc3]), Buffer.from([13]), Buffer.from([12]));
const content = fc
  .tuple(
    fc.array(
      fc.oneof(
        line.map((text) => Buffer.from(text)),
        bytes,
      ),
      { maxLength: 12 },
    ),
    fc.boolean(),
  )
  .map(([lines, ended]) =>
    Buffer.concat(lines.flatMap((text, index) => [text, Buffer.from(ended || index + 1 < lines.length ? '\n' : '')])),
  );

describe('GitWorkspace: the hunks of a patch', () => {
  let site: TestSite;
  before(() => (site = new TestSite()));
  after(() => site.close());

  it('turn the base into the head, whatever the lines are', async function () {
    this.timeout(300_000);
    const pair = fc.tuple(content, content).filter(([base, head]) => !base.equals(head));
    await fc.assert(
      fc.asyncProperty(fc.array(pair, { minLength: 12, maxLength: 12 }), async (pairs) => {
        const name = (index: number) => `f${index}.txt`;
        const repository = site.repository(Object.fromEntries(pairs.map(([base], index) => [name(index), base])));
        const patch = repository.patch(Object.fromEntries(pairs.map(([, head], index) => [name(index), head])));
        const trees = await site.trees(repository, patch);
        for (const { path, hunks } of trees.patch.files) {
          const [base, head] = [await trees.base.read(path), await trees.head.read(path)];
          expect(splice(base!, head!, hunks).equals(head!), path).to.equal(true);
          for (const hunk of hunks) {
            expect([hunk.removed.length, hunk.added.length]).to.deep.equal([hunk.oldLines, hunk.newLines]);
          }
        }
        await trees.close();
      }),
      { numRuns: 15 },
    );
  });
});
