import { expect } from 'chai';
import fc from 'fast-check';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { linkProblem } from '../../dist/trees/link-safety.js';

const component = fc.constantFrom('a', 'b', '..', '.', 'l0', 'l1', 'l2', 'l3');
const target = fc.oneof(
  { weight: 9, arbitrary: fc.array(component, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('/')) },
  { weight: 1, arbitrary: fc.constantFrom('/', '/etc', '//', 'a//b/') },
);
const place = fc.constantFrom('l0', 'l1', 'a/l2', 'a/b/l3', 'b/l0', 'a/l1');

describe('linkProblem', () => {
  it('finds every link that the file system would follow out of the tree', () => {
    const site = realpathSync(mkdtempSync(join(tmpdir(), 'workspace-test-')));
    let trees = 0;
    try {
      fc.assert(
        fc.property(fc.dictionary(place, target, { minKeys: 1 }), (targets) => {
          trees += 1;
          const root = join(site, String(trees), 'root');
          for (const folder of ['a/b', 'b']) mkdirSync(join(root, folder), { recursive: true });
          for (const [path, to] of Object.entries(targets)) symlinkSync(to, join(root, path));
          const links = new Map(Object.entries(targets));
          for (const path of links.keys()) {
            const real = realPath(join(root, path));
            const leaves = real !== undefined && real !== root && !real.startsWith(`${root}/`);
            if (leaves) expect(linkProblem(links, path), `${path} -> ${links.get(path)}`).to.be.a('string');
          }
        }),
        { numRuns: 500 },
      );
    } finally {
      rmSync(site, { recursive: true });
    }
  });

  it('lets links inside the tree be, also loops and those to nothing', () => {
    const links = new Map([
      ['a/up', '../b'],
      ['loop', 'loop'],
      ['gone', 'no/where'],
      ['root', '.'],
      ['deep/er/x', '../../a/up/c'],
    ]);
    expect([...links.keys()].map((path) => linkProblem(links, path))).to.deep.equal(Array(5).fill(undefined));
  });
});

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch (error) {
    // Dangling, or a loop: it leads nowhere.
    if (['ENOENT', 'ELOOP', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
