import { expect } from 'chai';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { newFilePatch, opened, TestSite, type TestRepository } from './test-repository.js';

const PACKAGE = fileURLToPath(import.meta.resolve('@typed-evidence-chain/workspace'));

interface Review {
  readonly child: ChildProcess;
  /** The exit code. */
  readonly ended: Promise<number | null>;
}

describe('GitWorkspace: what a review leaves behind', () => {
  let site: TestSite;
  beforeEach(() => (site = new TestSite()));
  afterEach(() => site.close());

  const errorOf = (promise: Promise<unknown>): Promise<unknown> => promise.catch((thrown: unknown) => thrown);

  /** Another process that opens a review, says so, and goes on as told. */
  async function startReview(repository: TestRepository, then: string): Promise<Review> {
    const source = `
      import { GitWorkspace } from ${JSON.stringify(PACKAGE)};
      const workspace = new GitWorkspace({ scratchRoot: ${JSON.stringify(site.scratchRoot)} });
      const change = { kind: 'patch', text: Buffer.from(${JSON.stringify(newFilePatch('new.txt'))}) };
      const { trees } = await workspace.open({ repository: ${JSON.stringify(repository.folder)}, change, maxPatchBytes: 1e6 });
      await trees.head.directory();
      console.log(process.listenerCount('SIGINT') + process.listenerCount('SIGTERM'));
      ${then}
    `;
    const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'close').then(([code]) => code as number | null);
    const said = await Promise.race([once(child.stdout, 'data'), ended]);
    expect(String(said).trim(), 'listeners for signals').to.equal('0');
    return { child, ended };
  }

  const RUN_ON = 'setInterval(() => {}, 1000);';

  it('is nothing after close, which can be called again', async () => {
    const trees = await site.trees(site.repository(), newFilePatch('new.txt'));
    await trees.head.directory();
    await trees.close();
    await trees.close();
    expect(readdirSync(site.scratchRoot)).to.deep.equal([]);
  });

  it('is nothing after close while work is under way', async () => {
    const trees = await site.trees(site.repository(), newFilePatch('new.txt'));
    const work = [
      trees.head.directory(),
      trees.head.list(),
      trees.derive(trees.head, [{ path: 'x', content: 'x' }], 'x'),
    ];
    const settled = Promise.allSettled(work);
    await trees.close();
    for (const result of await settled) {
      if (result.status === 'rejected') expect(result.reason).to.have.property('code', 'workspace/closed');
    }
    expect(readdirSync(site.scratchRoot)).to.deep.equal([]);
  });

  it('can no longer be used after close', async () => {
    const trees = await site.trees(site.repository(), newFilePatch('new.txt'));
    await trees.close();
    expect(await errorOf(trees.head.read('new.txt'))).to.have.property('code', 'workspace/closed');
    expect(await errorOf(trees.derive(trees.head, [], 'x'))).to.have.property('code', 'workspace/closed');
  });

  it('is nothing after close, even with a scratch file that was made read-only', async () => {
    const trees = await site.trees(site.repository(), newFilePatch('new.txt'));
    mkdirSync(join(trees.scratch, 'locked'));
    writeFileSync(join(trees.scratch, 'locked', 'file'), '');
    chmodSync(join(trees.scratch, 'locked'), 0o000);
    await trees.close();
    expect(readdirSync(site.scratchRoot)).to.deep.equal([]);
  });

  it('is nothing after an abort', async () => {
    const controller = new AbortController();
    const opening = site.workspace.open({
      repository: site.repository().folder,
      change: { kind: 'patch', text: Buffer.from(newFilePatch('new.txt')) },
      maxPatchBytes: 1e6,
      signal: controller.signal,
    });
    setImmediate(() => controller.abort());
    expect(await errorOf(opening)).to.have.property('code', 'run/aborted');
    expect(readdirSync(site.scratchRoot)).to.deep.equal([]);
  });

  it('is aborted later on, too', async () => {
    const controller = new AbortController();
    const trees = opened(
      await site.workspace.open({
        repository: site.repository().folder,
        change: { kind: 'patch', text: Buffer.from(newFilePatch('new.txt')) },
        maxPatchBytes: 1e6,
        signal: controller.signal,
      }),
    );
    controller.abort();
    expect(await errorOf(trees.derive(trees.head, [{ path: 'x', content: 'x' }], 'x'))).to.have.property(
      'code',
      'run/aborted',
    );
    await trees.close();
    expect(readdirSync(site.scratchRoot)).to.deep.equal([]);
  });

  it('is nothing when the process exits without close, which it can', async () => {
    const { ended } = await startReview(site.repository(), '');
    expect(await ended).to.equal(0);
    expect(readdirSync(site.scratchRoot)).to.deep.equal([]);
  });

  it('is nothing when an error ends the process', async () => {
    const { ended } = await startReview(site.repository(), 'process.exit(7);');
    await ended;
    expect(readdirSync(site.scratchRoot)).to.deep.equal([]);
  });

  it('is swept after the process was killed', async () => {
    const { child, ended } = await startReview(site.repository(), RUN_ON);
    child.kill('SIGKILL');
    await ended;
    const left = readdirSync(site.scratchRoot).map((name) => join(site.scratchRoot, name));
    expect(left).to.have.length(1);
    expect(await site.workspace.sweep()).to.deep.equal(left);
    expect(readdirSync(site.scratchRoot)).to.deep.equal([]);
  });

  it('is not swept while its process lives', async () => {
    const { child, ended } = await startReview(site.repository(), RUN_ON);
    const trees = await site.trees(site.repository(), newFilePatch('new.txt'));
    expect(await site.workspace.sweep()).to.deep.equal([]);
    expect((await trees.head.read('new.txt'))?.toString()).to.equal('x\n');
    child.kill('SIGKILL');
    await ended;
  });

  describe('as told by the owner file', () => {
    const folderOf = (owner: object | string): string => {
      const folder = mkdtempSync(join(site.scratchRoot, 'tec-'));
      writeFileSync(join(folder, 'owner.json'), typeof owner === 'string' ? owner : JSON.stringify(owner));
      return folder;
    };
    const mine = async (): Promise<Record<string, unknown>> => {
      const trees = await site.trees(site.repository(), newFilePatch('new.txt'));
      return JSON.parse(readFileSync(join(trees.scratch, '..', 'owner.json'), 'utf8')) as Record<string, unknown>;
    };

    it('is swept where the process id belongs to a later process', async () => {
      const folder = folderOf({ ...(await mine()), startTime: '1' });
      expect(await site.workspace.sweep()).to.deep.equal([folder]);
    });

    it('is swept after a restart of the machine', async () => {
      const folder = folderOf({ ...(await mine()), bootId: 'another' });
      expect(await site.workspace.sweep()).to.deep.equal([folder]);
    });

    it('is left alone where the process is of another container', async () => {
      folderOf({ ...(await mine()), pid: 2 ** 22 + 1, pidNamespace: 'pid:[1]' });
      expect(await site.workspace.sweep()).to.deep.equal([]);
    });

    it('is left alone where there is no owner that can be read', async () => {
      const folder = folderOf('{"pid":');
      mkdirSync(join(site.scratchRoot, 'tec-other'));
      symlinkSync(folder, join(site.scratchRoot, 'tec-link'));
      expect(await site.workspace.sweep()).to.deep.equal([]);
      expect(existsSync(folder)).to.equal(true);
    });
  });
});
