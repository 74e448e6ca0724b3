import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
  mkdirSync,
  chmodSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GitWorkspace } from '@typed-evidence-chain/workspace';
import { expect } from 'chai';

describe('a work tree', () => {
  let root: string;
  let repo: string;
  const git = (...args: string[]): string => execFileSync('git', ['-C', repo, ...args], { encoding: 'utf8' });

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'work-tree-test-'));
    repo = join(root, 'repo');
    mkdirSync(repo);
    git('init', '-q');
    writeFileSync(join(repo, 'a.txt'), 'one\n');
    writeFileSync(join(repo, '.gitignore'), 'out/\n');
    git('add', '.');
    git('-c', 'user.name=t', '-c', 'user.email=t@example.org', 'commit', '-qm', 'first');
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('turns what was left in its folder into a patch that applies', async () => {
    const work = await new GitWorkspace({ scratchRoot: root }).workTree({ repository: repo });
    const folder = await work.folder();
    writeFileSync(join(folder, 'a.txt'), 'two\n');
    writeFileSync(join(folder, 'b.bin'), Buffer.from([0, 255, 1]));
    chmodSync(join(folder, 'b.bin'), 0o755);
    symlinkSync('a.txt', join(folder, 'link'));
    mkdirSync(join(folder, 'out'));
    writeFileSync(join(folder, 'out', 'ignored'), 'x');
    const patch = (await work.diff(await work.snapshot())).toString('utf8');
    await work.trees.close();
    expect(patch)
      .to.include('-one')
      .and.include('+two')
      .and.include('GIT binary patch')
      .and.include('new file mode 120000');
    expect(patch).not.to.include('ignored');
    writeFileSync(join(root, 'p'), patch);
    git('apply', '--check', join(root, 'p'));
  });

  it('turns a derived tree into a patch that applies', async () => {
    const work = await new GitWorkspace({ scratchRoot: root }).workTree({ repository: repo });
    const tree = await work.trees.derive(work.trees.base, [{ path: 'c/d.txt', content: 'new\n' }], 'edited');
    const patch = await work.diff(tree);
    await work.trees.close();
    writeFileSync(join(root, 'p'), patch);
    expect(git('apply', '--numstat', join(root, 'p'))).to.equal('1\t0\tc/d.txt\n');
  });

  it('leaves the repository as it was and nothing behind', async () => {
    const before = [git('status', '--porcelain'), git('for-each-ref'), git('count-objects', '-v')];
    const work = await new GitWorkspace({ scratchRoot: root }).workTree({ repository: repo });
    const folder = await work.folder();
    writeFileSync(join(folder, 'a.txt'), 'changed\n');
    await work.snapshot();
    await work.trees.close();
    expect(existsSync(folder)).to.equal(false);
    expect([git('status', '--porcelain'), git('for-each-ref'), git('count-objects', '-v')]).to.deep.equal(before);
    expect(readFileSync(join(repo, 'a.txt'), 'utf8')).to.equal('one\n');
  });

  it('gives an empty patch where nothing changed', async () => {
    const work = await new GitWorkspace({ scratchRoot: root }).workTree({ repository: repo });
    expect((await work.diff(await work.snapshot())).length).to.equal(0);
    await work.trees.close();
  });
});
