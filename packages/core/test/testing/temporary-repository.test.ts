import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { locationOf, temporaryRepository } from '@typed-evidence-chain/core/testing';
import { expect } from 'chai';

const files = { 'a.txt': 'one\ntwo\n', 'old.txt': 'old\n' };

describe('temporaryRepository', () => {
  it('gives the same commit for the same files', async () => {
    const [first, second] = await Promise.all([temporaryRepository({ files }), temporaryRepository({ files })]);
    expect(first.base).to.equal(second.base);
    await Promise.all([first.remove(), second.remove()]);
  });

  it('makes a patch that git applies, and leaves the work tree as it was', async () => {
    const repository = await temporaryRepository({ files });
    const patch = await repository.patch({ 'a.txt': 'one\nthree\n', 'old.txt': null, 'new/b.txt': 'b\n' });
    expect(await repository.git('status', '--porcelain')).to.equal('');
    await repository.write({ 'x.patch': patch });
    await repository.git('apply', 'x.patch');
    expect(await readFile(join(repository.path, 'new/b.txt'), 'utf8')).to.equal('b\n');
    await repository.remove();
  });

  it('is gone after remove', async () => {
    const repository = await temporaryRepository({ files });
    await repository.remove();
    expect(await access(repository.path).catch((error: NodeJS.ErrnoException) => error.code)).to.equal('ENOENT');
  });
});

describe('locationOf', () => {
  it('names the line of a text', () =>
    expect(locationOf(files, 'a.txt', 'two')).to.deep.equal({ file: 'a.txt', line: 2 }));
  it('refuses a text that is not there', () =>
    expect(() => locationOf(files, 'a.txt', 'four')).to.throw(/no line with/));
  it('refuses a text that is there twice', () => expect(() => locationOf(files, 'a.txt', 'o')).to.throw(/2 lines/));
});
